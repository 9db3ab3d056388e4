// Made by tools/message_types.py from the structs of the server; edit those instead.

/** The first message of a connection. */
export interface Hello {
  type: "hello";
  id?: string;
  protocol?: number;
  token?: string;
  since?: number;
  shape?: "square" | "tall" | "wide";
}

/** The screen has turned; a snapshot follows, and an answer where there is an id. */
export interface Reshape {
  type: "shape";
  id?: string;
  shape?: "square" | "tall" | "wide";
}

/** Is anybody there? */
export interface Ping {
  type: "ping";
  id?: string;
}

/** Take an empty seat. One device may take several: people who share a screen. */
export interface Sit {
  type: "sit";
  id?: string;
  seat?: number;
  name?: string;
}

/** Be called something else. */
export interface Rename {
  type: "rename";
  id?: string;
  seat?: number;
  name?: string;
}

/** Give a seat up for good; in a round a bot plays on there. */
export interface Leave {
  type: "leave";
  id?: string;
  seat?: number;
}

/** The host: a bot takes an empty seat, or the place of another bot. */
export interface PutBot {
  type: "bot";
  id?: string;
  seat?: number;
  bot?: string;
}

/** The host: whoever sits there goes. */
export interface Clear {
  type: "clear";
  id?: string;
  seat?: number;
}

/** Change seats, while no match is played: the host any two, others theirs with an empty one. */
export interface Swap {
  type: "swap";
  id?: string;
  a?: number;
  b?: number;
}

/** The host: somebody at this seat is the host from now on. When the host is away for long, anybody may ask for it who sits there. */
export interface MakeHost {
  type: "host";
  id?: string;
  seat?: number;
}

/** The host: change what is given; `clock` is seconds a turn, 0 for none. */
export interface Arrange {
  type: "settings";
  id?: string;
  clock?: number | null;
  at_zero?: "bot" | "move" | null;
  chat?: boolean | null;
}

/** Add a seat's own chance to the next deal, once the commitment to it is known. */
export interface Mix {
  type: "mix";
  id?: string;
  seat?: number;
  entropy?: string;
}

/** This seat is ready: for the first round, the next one, or a new match. When all are, the tiles are dealt. */
export interface Ready {
  type: "ready";
  id?: string;
  seat?: number;
}

/** The host: deal without waiting for those who are not ready. */
export interface DealNow {
  type: "deal";
  id?: string;
}

/** Lay a tile, draw or pass; `round` and `ply` say which position it is meant for. */
export interface MakeMove {
  type: "move";
  id?: string;
  seat?: number;
  round?: number;
  ply?: number;
  move?: string;
}

/** The host: everything stands still. */
export interface Pause {
  type: "pause";
  id?: string;
}

/** The host: it goes on. */
export interface Resume {
  type: "resume";
  id?: string;
}

/** Another whole turn's time for the seat in turn: others may give it whenever they like, the seat itself takes it once a turn. */
export interface MoreTime {
  type: "more_time";
  id?: string;
}

/** A bot plays for a seat until its owner is back: the host may ask for anybody, everybody for themselves, and whoever has a seat for those who are away for long. */
export interface StandIn {
  type: "stand_in";
  id?: string;
  seat?: number;
  bot?: string;
}

/** The owner of a seat takes it back from the bot. */
export interface Back {
  type: "back";
  id?: string;
  seat?: number;
}

/** One of the preset phrases. */
export interface Say {
  type: "say";
  id?: string;
  seat?: number;
  phrase?: string;
}

/** Words of one's own, where the host lets people chat. */
export interface Chat {
  type: "chat";
  id?: string;
  seat?: number;
  text?: string;
}

/** The host: the table is given up. */
export interface Close {
  type: "close";
  id?: string;
}

/** Everything, whenever something else than a move has happened. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  you: You;
  table: TableInfo;
  round: RoundInfo | null;
  news: readonly Told[];
}

/** A move. One that ends a round is followed by a snapshot. */
export interface Update {
  type: "update";
  version: number;
  round: number;
  move: Moved;
  told: readonly Told[];
  now: Now;
}

/** What was asked for is done, and safely on the disk. */
export interface Accepted {
  type: "accepted";
  id: string;
  version: number;
}

/** What was asked for is not done. `code` has a sentence under `error.<code>`, which takes the details; a snapshot follows. */
export interface Rejected {
  type: "rejected";
  id: string;
  code: string;
  details?: Record<string, unknown>;
}

/** Who is connected; not kept. */
export interface Presence {
  type: "presence";
  seats: readonly boolean[];
  watchers: number;
  away: readonly boolean[];
  host_away: boolean;
}

/** Yes. */
export interface Pong {
  type: "pong";
  now: number;
}

/** The server ends this connection, for this reason. */
export interface Ended {
  type: "ended";
  code: string;
  details: Record<string, unknown>;
}

/** A base class for defining efficient serializable objects. */
export interface Struct {
}

/** A tile in its place. Lengths are in half units; a tile is two units long and one wide. */
export type Placed = readonly [x: number, y: number, turn: number, first: number, second: number];

/** Where an ordinary tile laid at an end would lie, its inner half first. */
export type Slot = readonly [end: string, x: number, y: number, turn: number];

/** A message id of the catalogue and what the sentence is about. */
export type Told = readonly [id: string, args: Record<string, string | number | readonly (string | Told)[]>];

/** A round that is over: everybody's tiles, and how its points came about. */
export interface RoundResult {
  ended: string;
  by: number | null;
  winners: readonly number[];
  hands: readonly (readonly number[])[];
  pips: readonly number[];
  points: readonly number[];
  told: readonly Told[];
  names: readonly string[];
}

/** One line of the match's score sheet. */
export interface RoundScore {
  number: number;
  points: readonly number[];
  totals: readonly number[];
  winners: readonly number[];
  names: readonly string[];
  ended?: string;
}

/** Who sits at a seat, as everybody may know. */
export interface SeatInfo {
  name?: string;
  taken?: boolean;
  bot?: string;
  open?: boolean;
  stand_in?: string;
  level?: number;
  host?: boolean;
  ready?: boolean;
  mixed?: boolean;
}

/** What the host may change. */
export interface Settings {
  clock: number;
  at_zero: "bot" | "move";
  chat: boolean;
}

/** A rulebook that can be chosen; its name is in the catalogue. */
export interface Book {
  id: string;
  seats: readonly number[];
  editions: readonly string[];
  target: number;
  targets: readonly number[];
  pairs: readonly number[];
  draws: boolean;
  scoring: boolean;
}

/** One thing a rulebook says, and where it comes from. */
export interface RuleSentence {
  key: string;
  text: string;
  source: string;
}

/** What a rulebook says about one thing. */
export interface RuleSection {
  heading: string;
  sentences: readonly RuleSentence[];
}

/** A rulebook told in one language. */
export interface RulePage {
  id: string;
  name: string;
  note: readonly string[];
  sections: readonly RuleSection[];
}

/** A house-rules file to be looked at. */
export interface HouseRules {
  toml: string;
}

/** House rules that can be played. */
export interface CheckedRules {
  ok: "True";
  title: string;
  seats: readonly number[];
  target: number;
  targets: readonly number[];
  pairs: readonly number[];
}

/** A bot that can be given a seat; the catalogue calls it `bot.name.<name>` and describes it under `bot.<name>`. */
export interface BotInfo {
  name: string;
  level: number;
  cost: string;
}

/** A table to be opened: a book's id or house rules, and who sits there already. */
export interface NewTable {
  rules?: string;
  house?: string;
  seats: number;
  target?: number | null;
  clock?: number;
  at_zero?: "bot" | "move";
  chat?: boolean;
  public?: boolean;
  name?: string;
  token: string;
  hot?: readonly string[];
  bots?: Record<string, string>;
}

/** A table that was opened. */
export interface OpenedTable {
  id: string;
  code: string;
}

/** The table that a code belongs to. */
export interface FoundTable {
  id: string;
}

/** A table as everybody may know it who does not look at it. */
export interface TableSummary {
  id: string;
  code: string;
  rules: string;
  title: string;
  phase: string;
  public: boolean;
  opened: number;
  touched: number;
  target: number;
  match: number;
  seats: readonly SeatInfo[];
  settings: Settings;
}

/** A match of a table with at least one finished round. */
export interface MatchSummary {
  match: number;
  rounds: number;
  finished: boolean;
  names: readonly string[];
  totals: readonly number[];
  games: readonly number[];
  winners: readonly number[];
}

/** A move of a finished round; nothing is hidden any more. */
export interface ReplayedMove {
  seat: number;
  kind: "draw" | "pass" | "play";
  tile: number | null;
  end: string;
  at: Placed | null;
  points: number;
  told: readonly Told[];
  slots: readonly Slot[];
  hands: readonly (readonly number[])[];
  stock: number;
  shown: readonly number[];
  in_play: readonly number[];
}

/** A finished round, move by move, laid out for one shape of screen. */
export interface ReplayedRound {
  shape: string;
  number: number;
  leader: number;
  told: readonly Told[];
  hands: readonly (readonly number[])[];
  stock: readonly number[];
  moves: readonly ReplayedMove[];
  result: RoundResult;
  totals: readonly number[];
}

/** Who wants a hint, and for which seat. */
export interface AskedHint {
  token: string;
  seat: number;
}

/** What the coach would do. */
export interface GivenHint {
  round: number;
  ply: number;
  move: string;
  told: Told;
  why: Told;
  thought: boolean;
}

/** A match with finished rounds, each of which is asked for by itself. */
export interface Replay {
  id: string;
  match: number;
  rules: string;
  title: string;
  top: number;
  target: number;
  names: readonly string[];
  sides: readonly (readonly number[])[];
  games: readonly number[];
  rounds: readonly RoundScore[];
  finished: boolean;
  winners: readonly number[];
}

/** A move that may be tried. */
export interface PuzzleOption {
  move: string;
  kind: "draw" | "pass" | "play";
  tile: number | null;
  end: string;
}

/** A puzzle as it is asked: all tiles lie face up, and nothing tells the answer. */
export interface PosedPuzzle {
  rules: string;
  title: string;
  top: number;
  scoring: boolean;
  sides: readonly (readonly number[])[];
  names: readonly string[];
  number: number;
  level: number;
  goal: "points" | "win";
  shape: string;
  leader: number;
  hands: readonly (readonly number[])[];
  stock: readonly number[];
  moves: readonly ReplayedMove[];
  turn: number;
  left: readonly number[];
  options: readonly PuzzleOption[];
}

/** A move that somebody thinks is best; empty to be told. */
export interface PuzzleTry {
  rules: string;
  number: number;
  move?: string;
  shape?: "square" | "tall" | "wide";
}

/** What a move leads to with best play by everybody: points, or 1, 0 and -1 for a win, for nobody's and for a loss. */
export interface PuzzleWorth {
  move: string;
  worth: number;
}

/** Whether a move was the best one, and the proof. */
export interface PuzzleAnswer {
  right: boolean;
  best: readonly string[];
  worths: readonly PuzzleWorth[];
  line: readonly ReplayedMove[];
}

/** A round, looked at again. */
export interface RoundReport {
  number: number;
  measure: string;
  budget: number;
  curve: Record<string, readonly number[]>;
  seats: readonly SeatReport[];
  sides: readonly SideReport[];
  decisions: readonly DecisionReport[];
  worst: readonly RemarkReport[];
}

/** Who the receiver is. */
export interface You {
  seats: readonly number[];
  host: boolean;
}

/** All about a table that everybody may know. */
export interface TableInfo {
  id: string;
  code: string;
  rules: string;
  title: string;
  top: number;
  hand: number;
  target: number;
  sides: readonly (readonly number[])[];
  order: readonly number[];
  scoring: boolean;
  draws: boolean;
  phase: "between" | "closed" | "over" | "playing" | "waiting";
  paused: boolean;
  match: number;
  seats: readonly SeatInfo[];
  settings: Settings;
  totals: readonly number[];
  games: readonly number[];
  scores: readonly RoundScore[];
  winners?: readonly number[];
  commitment?: string;
  talk?: readonly Spoken[];
}

/** A move that was made, as one audience may know it. */
export interface Moved {
  seat: number;
  kind: "draw" | "pass" | "play";
  by: "bot" | "clock" | "knock" | "person";
  tile?: number | null;
  end?: string;
  at?: Placed | null;
  points?: number;
}

/** What changes with every move, as one audience may see it. */
export interface Now {
  ply: number;
  turn: number | null;
  stage: number;
  counts: readonly number[];
  stock: number;
  drawn: number;
  shown: readonly number[];
  sum: number;
  in_play: readonly number[];
  slots: readonly Slot[];
  hands?: Record<string, readonly number[]>;
  legal?: readonly string[];
  deadline?: number | null;
  may_extend?: boolean;
}

/** The round that is played or has just ended. */
export interface RoundInfo {
  number: number;
  leader: number;
  line: readonly LaidTile[];
  now: Now;
  told: readonly Told[];
  result?: RoundResult | null;
  last?: Moved | null;
}

/** What a seat made of its decisions. */
export interface SeatReport {
  seat: string;
  decisions: number;
  loss: number;
  accuracy: number | null;
}

/** How a side came to its result: an even share, luck and skill add up to it. */
export interface SideReport {
  side: string;
  result: number;
  even: number;
  luck: number;
  skill: number;
}

/** A move where there was something to choose. */
export interface DecisionReport {
  ply: number;
  seat: string;
  played: string;
  best: string;
  loss: number;
  hindsight_loss: number | null;
  moves: readonly MoveReport[];
}

/** One of the worst moves, and what speaks for the better one. */
export interface RemarkReport {
  ply: number;
  seat: string;
  played: string;
  best: string;
  loss: number;
  why: Told;
}

/** What somebody said. */
export interface Spoken {
  version: number;
  seat: number;
  name: string;
  phrase?: string;
  text?: string;
}

/** A tile of the line: who laid it, where it lies, and at which end it was laid. */
export type LaidTile = readonly [seat: number, tile: number, at: Placed, end: string];

/** A legal move and what it was worth. */
export interface MoveReport {
  move: string;
  value: number;
  error: number;
  hindsight: number | null;
}

export type AnyCommand =
  | Hello
  | Reshape
  | Ping
  | Sit
  | Rename
  | Leave
  | PutBot
  | Clear
  | Swap
  | MakeHost
  | Arrange
  | Mix
  | Ready
  | DealNow
  | MakeMove
  | Pause
  | Resume
  | MoreTime
  | StandIn
  | Back
  | Say
  | Chat
  | Close;

export type AnyMessage =
  | Snapshot
  | Update
  | Accepted
  | Rejected
  | Presence
  | Pong
  | Ended;
