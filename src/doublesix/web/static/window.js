// Windows over the page: dialogs that open, close and give the focus back.

import { make } from './dom.js';
import { button, icon } from './patch.js';
import { say } from './words.js';

let count = 0;

/**
 * A dialog with a heading, a place for its content and a way out.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @returns {{dialog: HTMLDialogElement, heading: HTMLElement, content: HTMLElement, footer: HTMLElement}}
 */
export function makeWindow(title, ...content) {
  count += 1;
  const id = `window-${count}`;
  const heading = make('h2', { id, tabindex: '-1', autofocus: true }, title);
  const close = button('button icon quiet', () => dialog.close(), icon('close'));
  close.setAttribute('aria-label', say('page.speak.dialog-close'));
  const inner = make('div', { class: 'content', tabindex: '-1' }, ...content);
  const footer = make('footer', { hidden: true });
  const dialog = make('dialog', { 'aria-labelledby': id }, make('header', {}, heading, close), inner, footer);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return { dialog, heading, content: inner, footer };
}

/**
 * Ask before something that cannot be taken back.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function sure(question, yes) {
  const { dialog, footer } = makeWindow(question);
  return new Promise((answer) => {
    const go = button('button danger', () => dialog.close('yes'), yes);
    footer.append(
      button('button', () => dialog.close(), say('page.common.cancel')),
      go,
    );
    footer.hidden = false;
    dialog.addEventListener('close', () => {
      answer(dialog.returnValue === 'yes');
      dialog.remove();
    });
    dialog.showModal();
  });
}

/**
 * Ask for a name.
 * @param {string} title
 * @param {string} name the one to begin with
 * @returns {Promise<string>} empty when none was given
 */
export function askName(title, name) {
  const input = make('input', {
    class: 'input',
    maxlength: 40,
    autocomplete: 'nickname',
    'aria-label': title,
    value: name,
  });
  const form = make('form', { method: 'dialog', id: 'name-form' }, input);
  const { dialog, footer } = makeWindow(title, form);
  const save = make(
    'button',
    { class: 'button primary', form: 'name-form', value: 'yes' },
    say('page.common.save'),
  );
  footer.append(
    button('button', () => dialog.close(), say('page.common.cancel')),
    save,
  );
  footer.hidden = false;
  return new Promise((answer) => {
    dialog.addEventListener('close', () => {
      answer(dialog.returnValue === 'yes' ? input.value.trim() : '');
      dialog.remove();
    });
    dialog.showModal();
    input.select();
  });
}
