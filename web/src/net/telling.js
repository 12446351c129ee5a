// Reads what the server says by number back into plain objects with their texts (docs/protocol.md). The page, the tests of
// the server and the load program share it, so it is plain JavaScript; its types stand in telling.d.ts.
import { agreeing, formed, is_one } from "./nouns.js";

// The placeholder that begins at pattern[at], without its braces; braces may nest.
function placeholder(pattern, at) {
  let depth = 0;
  for (let i = at; i < pattern.length; i += 1) {
    if (pattern[i] === "{") depth += 1;
    if (pattern[i] === "}") depth -= 1;
    if (depth === 0) return pattern.slice(at + 1, i);
  }
  return pattern.slice(at + 1);
}

// "zone", "zone:de", "who|m|f": the kind, and the form or the texts that are asked for.
function asked_for(named) {
  const end = named.search(/[:|]/);
  return end < 0 ? [named, "", ""] : [named.slice(0, end), named[end], named.slice(end + 1)];
}

// A template filled in (engine/core/text.h): `noun(role, kind)` names an operand, `value(role)` is its number.
export function fill(pattern, noun, value, language = "en") {
  const name = (role, kind, sign, rest) => {
    const named = noun(role, kind);
    if (sign === "") return named.text;
    return sign === ":" ? formed(named, rest, language) : agreeing(named, rest);
  };
  let out = "";
  for (let i = 0; i < pattern.length; ) {
    const open = pattern.indexOf("{", i);
    if (open < 0) return out + pattern.slice(i);
    out += pattern.slice(i, open);
    const inner = placeholder(pattern, open);
    i = open + inner.length + 2;
    const role = inner[0];
    const [first, ...asked] = asked_for(inner);
    if (first === "actor") out += name("actor", "seat", ...asked);
    else if (inner[1] === ":") out += name(role, ...asked_for(inner.slice(2)));
    else if (inner[1] === "?") out += value(role) === 0 ? "" : fill(inner.slice(2), noun, value, language);
    else if (inner[1] === "=") {
      const mark = inner.indexOf("?");
      if (String(value(role)) === inner.slice(2, mark)) out += fill(inner.slice(mark + 1), noun, value, language);
    } else if (inner[1] === "|") {
      const [one, many] = inner.slice(2).split("|");
      out += is_one(value(role), language) ? one : many;
    }
  }
  return out;
}

function changed_in(view, [first, ...rest], change) {
  const here = view[first];
  if (rest.length > 0) return { ...view, [first]: changed_in(here ?? {}, rest, change) };
  if (change.gone) {
    const { [first]: _, ...others } = view;
    return others;
  }
  if ("value" in change) return { ...view, [first]: change.value };
  const list = [...(here ?? [])];
  list.splice(change.at, change.drop, ...change.put);
  return { ...view, [first]: list };
}

// The view after these changes. What did not change is the same object as before.
export function apply_changes(view, changes) {
  let now = view;
  for (const change of changes)
    now = change.path === "" ? change.value : changed_in(now, change.path.split("."), change);
  return now;
}

// Kinds that are said by their value alone: "3", and "+3" where a change is told.
const is_number = (kind) => kind === "number" || kind === "signed";
const number_text = (kind, value) => `${kind === "signed" && value > 0 ? "+" : ""}${value}`;

const plain = (text) => ({ text, grammar: "" });

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The parts of a choice, from its number: verb 8 bits, d 8, a 16, b 16, c 16.
export function choice_parts(id) {
  const bits = BigInt(id);
  const part = (from, size) => Number((bits >> BigInt(from)) & ((1n << BigInt(size)) - 1n));
  return { verb: part(0, 8), a: part(16, 16), b: part(32, 16), c: part(48, 16), d: part(8, 8) };
}

export class Reader {
  #words;
  #language;
  #texts = new Map();
  #grammars = new Map();
  #paths = new Map();
  #lines = new Map();
  #things = new Map();
  #called;

  // `called(seat)` is what a player is called instead of the seat's own word, if anything.
  constructor(words, language = "en", called = () => undefined) {
    this.#words = words;
    this.#language = language;
    this.#called = called;
  }

  // Numbers that are new, or mean something else from now on: those from the first one on.
  learn({ words = [], nouns = [], paths = [], lines = [], things = [] }) {
    const each = ([first, ...told], keep) => {
      for (const [i, one] of told.entries()) keep(first + i, one);
    };
    each(words, (number, text) => {
      this.#texts.set(number, text);
      this.#grammars.delete(number);
    });
    for (let i = 0; i < nouns.length; i += 2) this.#grammars.set(nouns[i], nouns[i + 1]);
    each(paths, (number, told) =>
      this.#paths.set(number, Array.isArray(told) ? `${this.path(told[0])}.${told[1]}` : told),
    );
    each(lines, (number, line) => this.#lines.set(number, line));
    each(things, (number, told) => this.#things.set(number, this.#thing(told)));
  }

  path(number) {
    return this.#paths.get(number) ?? "";
  }
  #text(number) {
    return this.#texts.get(number) ?? "";
  }

  // [kind, value, name, id, path, place], or [kind, value, name, parts], with their words.
  #thing([kind, value, name = 0, ...more]) {
    const noun = { text: this.#text(name), grammar: this.#grammars.get(name) ?? "" };
    const part = (called = 0, id = 0, path = 0, place = undefined) => ({
      name: this.#text(called),
      id: this.#text(id),
      path: place === undefined ? this.path(path) : `${this.path(path)}.${place}`,
    });
    const parts = Array.isArray(more[0]) ? more[0].map((told) => part(...told)) : [part(name, ...more)];
    return { kind: this.#text(kind), value, noun, parts };
  }

  // Cards of a list, of which 0 is hidden.
  #cards(numbers) {
    return numbers.map((number) => (number === 0 ? "?" : this.#text(number)));
  }

  // A value of the view: words are told by number, as text; lists are lists of cards.
  #value(told) {
    if (typeof told === "string") return this.#text(Number(told));
    if (Array.isArray(told)) return this.#cards(told);
    if (typeof told !== "object") return told;
    return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, this.#value(value)]));
  }

  // What each of `named` is: the numbers stand in the same order. A hidden one is null.
  #named(named, numbers) {
    const found = named.map(([role, kind], i) => ({ role, kind, thing: this.#person(this.#things.get(numbers[i])) }));
    return (role, kind) => found.find((one) => one.role === role && one.kind === kind)?.thing ?? null;
  }

  #person(thing) {
    if (thing?.kind !== "seat") return thing ?? null;
    const name = this.#called(thing.value + 1);
    if (name === undefined) return thing;
    const parts = thing.parts.map((part) => ({ ...part, name }));
    return { ...thing, noun: { ...thing.noun, text: name }, parts };
  }

  #things_of(operands, thing, value) {
    return operands.flatMap(([role, kind]) => {
      if (is_number(kind)) {
        const number = value(role);
        return number === null ? [] : [{ role, kind, value: number, name: "", id: "", path: "" }];
      }
      const told = thing(role, kind);
      return told ? told.parts.map((part) => ({ role, kind, value: told.value, ...part })) : [];
    });
  }

  event(at, told) {
    if (typeof told[0] === "string") {
      const [kind, actor, text] = told;
      // What somebody did begins with the seat's word; an end may begin with "A draw".
      const name = kind === "ended" ? undefined : this.#called(actor);
      return { at, kind, actor, text: name ? text.replace(/^[A-Z]\b/, name) : text, clauses: [], things: [] };
    }
    const [line, actor, ...rest] = told;
    const [kind, ...clauses] = this.#lines.get(line);
    const words = this.#words.events[kind];
    const values = rest.slice(0, words.values.length);
    const thing = this.#named(words.named, rest.slice(words.values.length));
    const value = (role) => {
      const place = words.values.indexOf(role);
      return place < 0 ? 0 : values[place];
    };
    const name = (role, of) => {
      if (!is_number(of)) return thing(role, of)?.noun ?? this.#hidden();
      return value(role) === null ? this.#hidden() : plain(number_text(of, value(role)));
    };
    return {
      at,
      kind: words.event,
      actor,
      text: sentence(fill(words.text[this.#language], name, (role) => value(role) ?? 0, this.#language)),
      clauses: clauses.map((clause) => this.#words.clauses[clause] ?? ""),
      things: this.#things_of(words.operands, thing, value),
    };
  }

  #hidden() {
    return plain(this.#words.hidden[this.#language]);
  }

  choice([number, ...numbers]) {
    const id = String(number);
    const { amounts, copies = 1, odds } = typeof numbers.at(-1) === "object" ? numbers.pop() : {};
    const parts = choice_parts(id);
    const words = this.#words.verbs[parts.verb];
    const thing = this.#named(words.named, numbers);
    const value = (role) => parts[role];
    const name = (role, kind) =>
      is_number(kind) ? plain(number_text(kind, parts[role])) : (thing(role, kind)?.noun ?? this.#hidden());
    const quoted = (role, kind) =>
      this.#words.bare.includes(kind) ? name(role, kind) : plain(`"${name(role, kind).text}"`);
    const text = words.text[this.#language];
    const label = fill(text, name, value, this.#language);
    const choice = {
      id,
      verb: words.verb,
      notation: fill(words.notation, quoted, value),
      label,
      copies,
      things: this.#things_of(words.operands, thing, value),
    };
    if (odds) choice.odds = odds;
    // The label with a gap in the place of these operands, and of the articles before them.
    const language = this.#language;
    const with_gaps = (noun, number) => {
      const said = (open) =>
        fill(text, (role, kind) => (open.has(role) ? plain("…") : noun(role, kind)), number, language);
      return Object.defineProperty(choice, "leaving_open", { value: said });
    };
    if (!amounts) return with_gaps(name, value);
    // Many of them: the label says so, and leaves a gap for the number.
    const gap = (role, kind) => (role === words.amount && kind === "number" ? plain("{amount}") : name(role, kind));
    const many = (role) => (role === words.amount ? Number.POSITIVE_INFINITY : parts[role]);
    choice.label = fill(text, gap, many, this.#language);
    choice.one = label;
    choice.amounts = { role: words.amount, from: amounts[0], to: amounts[1] };
    return with_gaps(gap, many);
  }

  decision([number, put, choices, gather]) {
    const [question, asks] = Array.isArray(put) ? put : [put];
    const asked = this.#words.questions[question];
    const decision = {
      number,
      question: asked.question,
      text: asks ?? asked.text[this.#language],
      choices: choices.map((choice) => this.choice(choice)),
    };
    if (!gather) return decision;
    const [least, most, picks] = gather;
    decision.gather = { least, most, picks: picks.map((pick) => this.choice(pick)) };
    return decision;
  }

  change([path, ...more]) {
    if (more.length === 0) return { path: this.path(path), gone: true };
    if (more.length === 1) return { path: this.path(path), value: this.#value(more[0]) };
    return { path: this.path(path), at: more[0], drop: more[1], put: this.#cards(more[2] ?? []) };
  }

  moved([card, from, lay, to, lies]) {
    const spot = (path, place) => (place < 0 ? this.path(path) : `${this.path(path)}.${place}`);
    return { id: this.#text(card), from: spot(from, lay), to: spot(to, lies) };
  }

  frame(at, [event, changes = [], moved = []]) {
    return {
      event: event !== 0 ? this.event(at, event) : null,
      changes: changes.map((change) => this.change(change)),
      moved: moved.map((card) => this.moved(card)),
    };
  }

  // A `state` as the page knows it.
  state(message) {
    if (message.lang) this.#language = message.lang;
    this.learn(message);
    const stale = message.content !== undefined && message.content !== this.#words.content;
    const told = stale ? { ...message, log: [], since: [], decision: undefined } : message;
    const { at, cause = "choice", seat, view, waiting = [], over = null, undo = "no", clocks = [] } = told;
    const lines = (list) => (list ?? []).map(([when, event]) => this.event(when, event));
    return {
      type: "state",
      at,
      cause,
      content: message.content ?? "",
      seat: seat ?? null,
      view: view ?? null,
      frames: (told.frames ?? []).map((frame) => this.frame(at, frame)),
      log: lines(told.log),
      since: lines(told.since),
      decision: told.decision ? this.decision(told.decision) : null,
      waiting,
      over,
      undo,
      clocks,
    };
  }

  // The steps of a replay.
  steps(answer) {
    this.learn(answer);
    return answer.steps.map(({ at, seat, choice, frames, waiting, question }) => {
      const told = choice ? this.choice(choice) : null;
      return {
        at,
        seat,
        notation: told?.notation ?? "",
        label: told?.label ?? "",
        frames: frames.map((frame) => this.frame(at, frame)),
        waiting,
        question: question === undefined ? "" : this.#words.questions[question].question,
      };
    });
  }
}
