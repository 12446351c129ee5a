// What a table component draws from: the view of one seat, the game's content and cards, and how places are marked.
// A live table and a replay both are a sight.
import { type Language, settings } from "../app/settings.svelte";
import type { CardRecord, Content, Event, Text, View } from "../net/protocol";
import type { Mark, Selection } from "./selection.svelte";

export interface Player {
  word: string; // the view's name of the seat: "red"
  seat: number;
  fields: View;
}

export class Sight {
  game = $state("");
  seat = $state(0); // whose eyes; 0: a spectator
  view = $state.raw<View>({});
  before = $state.raw<View>({}); // the view of the message before, to show what changed
  content = $state.raw<Content>({});
  cards = $state.raw<ReadonlyMap<string, CardRecord>>(new Map());
  events = $state.raw<readonly Event[]>([]); // what brought this view about
  waiting = $state.raw<readonly number[]>([]);
  names = $state.raw<ReadonlyMap<number, string>>(new Map()); // the people's names by seat
  zoomed = $state<string>("");
  browsing = $state.raw<{ path: string; label: string } | null>(null); // the open pile that is spread out
  selection: Selection | null = null; // half-made choices; a replay has none

  get language(): Language {
    return settings.language;
  }

  say(text: Text | undefined): string {
    return text ? text[this.language] : "";
  }

  // A value of the view by its path: "zones.iacon.robots".
  at(path: string, view: View = this.view): unknown {
    let here: unknown = view;
    for (const part of path.split(".")) {
      if (typeof here !== "object" || here === null) return undefined;
      here = (here as View)[part];
    }
    return here;
  }
  number(path: string): number {
    const found = this.at(path);
    return typeof found === "number" ? found : found === true ? 1 : 0;
  }
  word(path: string): string {
    const found = this.at(path);
    return typeof found === "string" ? found : "";
  }
  flag(path: string): boolean {
    const found = this.at(path);
    return found === true || (typeof found === "number" && found !== 0);
  }
  list(path: string): readonly string[] {
    const found = this.at(path);
    return Array.isArray(found) ? (found as string[]) : [];
  }
  group(path: string): View {
    const found = this.at(path);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as View) : {};
  }

  // The players in the order of the table, the viewer first.
  players = $derived.by((): Player[] => {
    const all = Object.entries(this.group("players")).map(([word, fields]) => ({
      word,
      seat: ((fields as View).seat as number | undefined) ?? 0,
      fields: fields as View,
    }));
    const mine = all.findIndex((player) => player.seat === this.seat);
    return mine > 0 ? [...all.slice(mine), ...all.slice(0, mine)] : all;
  });
  words = $derived(new Map(this.players.map((player) => [player.seat, player.word])));
  mine = $derived(this.players.find((player) => player.seat === this.seat));

  // Records of the content by their id: content.zones, content.leaders, ...
  records(table: string): Record<string, unknown>[] {
    const found = this.content[table];
    return Array.isArray(found) ? (found as Record<string, unknown>[]) : [];
  }
  record(table: string, id: string): Record<string, unknown> | undefined {
    return this.records(table).find((record) => record.id === id);
  }
  named(table: string, id: string): string {
    const record = this.record(table, id);
    return record ? this.say(record.name as Text) : id;
  }
  card_named(id: string): string {
    const card = this.cards.get(id);
    return card ? this.say(card.name) : id.replaceAll("_", " ");
  }

  person(seat: number): string {
    return this.names.get(seat) ?? "";
  }

  mark(_place: string): Mark | undefined {
    return undefined;
  }
  pointed(_place: string): boolean {
    return false;
  }

  // The attributes that make an element a place of the table: it can be focused, clicked, dragged from and dropped on.
  // It is named by what is written on it; `says` is the short form that is read aloud on request.
  place(place: string, says: string, card = "") {
    const mark = this.mark(place);
    return {
      "data-place": place,
      "data-says": says,
      "data-mark": mark,
      "data-pointed": this.pointed(place) ? ("yes" as const) : undefined,
      "data-card": card || undefined,
      role: "button",
      tabindex: mark ? 0 : -1,
      "aria-pressed": mark === "picked" ? ("true" as const) : undefined,
      "aria-disabled": mark ? undefined : ("true" as const),
    };
  }

  // The same for what is only drawn: it needs its name said.
  drawn(place: string, says: string, card = "") {
    return { ...this.place(place, says, card), "aria-label": says };
  }
}
