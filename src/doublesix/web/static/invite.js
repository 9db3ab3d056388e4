// The way to a table: for friends, and for another device of the same person.

import { nameOf as bookName } from './books.js';
import { make } from './dom.js';
import { set, setText } from './patch.js';
import { drawQr } from './qr.js';
import { LinkToShare, publicLink } from './share.js';
import { makeWindow } from './window.js';
import { say } from './words.js';

/** @typedef {import('./store.js').State} State */

/** Link, code and picture: three ways to the same table. */
export class Invitation {
  constructor() {
    this.link = new LinkToShare(say('page.wait.link'));
    this.code = make('output', { class: 'code', dir: 'ltr' });
    this.picture = make('img', { class: 'qr', alt: say('page.wait.qr'), width: 180, height: 180 });
    this.root = make(
      'div',
      { class: 'stack' },
      this.link.root,
      make(
        'div',
        { class: 'invite-ways' },
        make(
          'div',
          { class: 'stack-s' },
          make('h3', {}, say('page.wait.code')),
          this.code,
          make('p', { class: 'soft small' }, say('page.wait.code-hint')),
        ),
        this.picture,
      ),
    );
  }

  /** @param {State} state */
  render({ table }) {
    if (!table) return;
    const rules = bookName(table.rules, table.title);
    this.link.show(publicLink(`/t/${table.id}`), say('page.wait.share-text', { rules, link: '' }).trim());
    set(this.picture, { src: `/api/tables/${table.id}/qr.svg` });
    setText(this.code, table.code);
  }
}

/** The link that takes the seat of this device along to another one. */
export class OtherDevice {
  /**
   * @param {string} table
   * @param {string} token
   */
  constructor(table, token) {
    const address = publicLink(`/t/${table}#key=${token}`);
    const link = new LinkToShare(say('page.device.link'));
    link.show(address, say('page.device.title'));
    const picture = drawQr(address);
    picture?.setAttribute('aria-label', say('page.device.qr'));
    this.window = makeWindow(
      say('page.device.title'),
      make('p', {}, say('page.device.about')),
      link.root,
      ...(picture
        ? [make('div', { class: 'invite-ways' }, make('p', { class: 'soft small' }, say('page.device.qr-hint')), picture)]
        : []),
      make('p', { class: 'note warn' }, say('page.device.warning')),
    );
  }

  open() {
    this.window.dialog.showModal();
  }
}
