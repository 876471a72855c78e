import type { CalendarItem, CalendarSlot, CalendarWrites, Undo } from '../layout/types.ts';
import type { LocalDays } from './localDays.ts';
import { isSameSlot, slotOf } from './slots.ts';

/** Milliseconds after which the server's answer counts, whatever was expected. */
const TRUST = 15_000;
const OFFLINE = 'There is no connection. Try again when it is back.';

export type Outcome =
  | { kind: 'created'; slot: CalendarSlot }
  | { kind: 'changed'; item: CalendarItem; from: CalendarSlot; slot: CalendarSlot }
  | { kind: 'removed' | 'undone'; item: CalendarItem }
  | { kind: 'uncreated' }
  | { kind: 'not-created' | 'not-uncreated'; reason: string }
  | { kind: 'not-changed'; item: CalendarItem; slot: CalendarSlot; reason: string }
  | { kind: 'not-removed' | 'not-undone'; item: CalendarItem; reason: string };

export interface EditsHost {
  writes: () => CalendarWrites | undefined;
  days: () => LocalDays;
  isOnline: () => boolean;
  /** Milliseconds that only go forward. */
  now: () => number;
  report: (outcome: Outcome, undo?: () => void) => void;
}

/** An item that is shown elsewhere than the calendar was last given it. */
interface Edit {
  item: CalendarItem;
  /** Where it is shown; null once deleted. */
  slot: CalendarSlot | null;
  /** The slot that the server has confirmed. */
  confirmed: CalendarSlot | null;
  /** Where a late answer may still have it. */
  stale: CalendarSlot[];
  /** Ids that were there before something new; its own is not among them. */
  known?: ReadonlySet<string>;
  /** The id under which the given items have it: of an occurrence that was moved alone. */
  movedId?: string | undefined;
  /** Whether the server has taken a change of it. */
  isWritten: boolean;
  waiting: number;
  settledAt: number;
  last: Promise<unknown>;
}

/** Changes being saved: each is shown immediately, those of one item run in order, and a refused one returns. */
export class Edits {
  readonly #host: EditsHost;
  readonly #edits = new Map<string, Edit>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #made = 0;
  #last: { given: readonly CalendarItem[]; version: number; shown: readonly CalendarItem[] } = {
    given: [],
    version: -1,
    shown: [],
  };

  constructor(host: EditsHost) {
    this.#host = host;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isSaving(): boolean {
    return [...this.#edits.values()].some(({ waiting }) => waiting > 0);
  }

  shown(items: readonly CalendarItem[]): readonly CalendarItem[] {
    const { given, version, shown } = this.#last;
    if (given === items && version === this.#version) return shown;
    this.#last = { given: items, version: this.#version, shown: items };
    this.#last.shown = this.#merged(items);
    return this.#last.shown;
  }

  #merged(items: readonly CalendarItem[]): readonly CalendarItem[] {
    if (this.#edits.size === 0) return items;
    const shown: CalendarItem[] = [];
    const given = new Set<string>();
    const moved = new Map([...this.#edits.values()].map((edit) => [edit.movedId, edit]));
    for (const item of items) {
      const edit = this.#edits.get(item.id);
      given.add(item.id);
      if (this.#isMovedBack(moved.get(item.id), item)) continue;
      if (edit === undefined || this.#isOver(edit, item)) shown.push(item);
      else if (edit.slot !== null) shown.push(placed(item, edit));
    }
    for (const [id, edit] of this.#edits) {
      if (given.has(id) || edit.slot === null || this.#isReplaced(edit, edit.slot)) continue;
      if (!this.#isOver(edit, undefined)) shown.push(placed(edit.item, edit));
    }
    return shown;
  }

  /** Drops edits that the given items already show. */
  settle(items: readonly CalendarItem[]): void {
    const given = new Map(items.map((item) => [item.id, item]));
    for (const [id, edit] of [...this.#edits]) if (this.#isOver(edit, given.get(id))) this.#edits.delete(id);
  }

  change(item: CalendarItem, to: CalendarSlot): Promise<void> {
    const from = slotOf(item, this.#host.days());
    return this.#put(item, to, 'changed', from, (writes, current) => writes.change?.(current, to));
  }

  remove(item: CalendarItem): Promise<void> {
    const from = slotOf(item, this.#host.days());
    return this.#put(item, null, 'removed', from, (writes, current) => writes.remove?.(current));
  }

  async create(slot: CalendarSlot): Promise<void> {
    if (!this.#host.isOnline()) return this.#host.report({ kind: 'not-created', reason: OFFLINE });
    this.#made += 1;
    const item: CalendarItem = {
      ...slot,
      id: `new:${this.#made}`,
      title: 'New',
      tentative: true,
      editable: false,
    };
    const known = new Set(this.#last.given.map(({ id }) => id));
    const edit: Edit = {
      item,
      slot,
      confirmed: null,
      stale: [],
      known,
      isWritten: false,
      waiting: 1,
      settledAt: 0,
      last: Promise.resolve(),
    };
    this.#edits.set(item.id, edit);
    this.#notify();
    try {
      const undo = (await this.#host.writes()?.create?.(slot)) ?? null;
      edit.confirmed = undo === null ? null : slot;
      if (undo !== null) this.#host.report({ kind: 'created', slot }, () => void this.#undo(edit, null, undo));
    } catch (error) {
      this.#host.report({ kind: 'not-created', reason: reasonOf(error) });
    }
    this.#finish(edit);
  }

  async #put(
    item: CalendarItem,
    to: CalendarSlot | null,
    kind: 'changed' | 'removed',
    from: CalendarSlot,
    write: (writes: CalendarWrites, current: CalendarItem) => Promise<Undo | null> | undefined,
  ): Promise<void> {
    const refuse = (reason: string, slot: CalendarSlot) =>
      this.#host.report(
        kind === 'changed' ? { kind: 'not-changed', item, slot, reason } : { kind: 'not-removed', item, reason },
      );
    if (!this.#host.isOnline()) return refuse(OFFLINE, from);
    const edit = this.#edits.get(item.id) ?? this.#begin(item, from);
    await this.#queue(edit, to, async () => {
      const before = edit.confirmed;
      if (before === null) return; // Deleted by the change before it.
      try {
        const undo = (await write(this.#host.writes() ?? {}, { ...item, ...before })) ?? null;
        if (undo === null) return;
        edit.stale.push(before);
        edit.confirmed = to;
        edit.isWritten = true;
        const again = () => void this.#undo(edit, before, undo);
        this.#host.report(
          to === null ? { kind: 'removed', item } : { kind: 'changed', item, from: before, slot: to },
          again,
        );
      } catch (error) {
        refuse(reasonOf(error), before);
      }
    });
  }

  #undo(edit: Edit, back: CalendarSlot | null, undo: Undo): Promise<void> {
    const { item } = edit;
    const isNew = edit.known !== undefined;
    const refuse = (reason: string) =>
      this.#host.report(isNew ? { kind: 'not-uncreated', reason } : { kind: 'not-undone', item, reason });
    if (!this.#host.isOnline()) {
      refuse(OFFLINE);
      return Promise.resolve();
    }
    if (!this.#edits.has(item.id)) {
      // Something new has another id by now; it goes with the next answer.
      if (back !== null) this.#edits.set(item.id, edit);
      edit.stale = [];
    }
    return this.#queue(edit, back, async () => {
      const before = edit.confirmed;
      try {
        await undo();
        if (before !== null) edit.stale.push(before);
        edit.stale = edit.stale.filter((slot) => back === null || !isSameSlot(slot, back));
        edit.confirmed = back;
        edit.isWritten = true;
        this.#host.report(isNew ? { kind: 'uncreated' } : { kind: 'undone', item });
      } catch (error) {
        refuse(reasonOf(error));
      }
    });
  }

  #begin(item: CalendarItem, from: CalendarSlot): Edit {
    const edit: Edit = {
      item,
      slot: from,
      confirmed: from,
      stale: [],
      isWritten: false,
      waiting: 0,
      settledAt: 0,
      last: Promise.resolve(),
    };
    this.#edits.set(item.id, edit);
    return edit;
  }

  /** Shows it at its new place immediately; the server is called once it has answered the calls before. */
  async #queue(edit: Edit, to: CalendarSlot | null, ask: () => Promise<void>): Promise<void> {
    edit.slot = to;
    edit.waiting += 1;
    const turn = edit.last.then(ask);
    edit.last = turn;
    this.#notify();
    await turn;
    this.#finish(edit);
  }

  #finish(edit: Edit): void {
    edit.waiting -= 1;
    if (edit.waiting === 0) {
      edit.slot = edit.confirmed;
      edit.settledAt = this.#host.now();
      if (edit.known !== undefined && edit.slot === null) this.#edits.delete(edit.item.id);
      // Nothing was written, so what the calendar is given counts: someone else may have moved or deleted it.
      if (!edit.isWritten && edit.known === undefined) this.#edits.delete(edit.item.id);
    }
    this.#notify();
  }

  /** Whether what the calendar is given counts again. */
  #isOver(edit: Edit, given: CalendarItem | undefined): boolean {
    if (edit.waiting > 0) return false;
    if (this.#host.now() - edit.settledAt > TRUST) return true;
    const { slot } = edit;
    if (slot === null) return given === undefined;
    if (given === undefined) return this.#isReplaced(edit, slot);
    const now = slotOf(given, this.#host.days());
    return isSameSlot(now, slot) || !edit.stale.some((old) => isSameSlot(old, now));
  }

  /**
   * Whether the given items have it under another id: an occurrence that was moved alone at `slot`, or something new. They can have it
   * before the write resolves, which waits until they have been read again. Once it has, something new may also be elsewhere: its form
   * has the time, too.
   */
  #isReplaced(edit: Edit, slot: CalendarSlot): boolean {
    const { item, known, waiting } = edit;
    const days = this.#host.days();
    const found = this.#last.given.find((one) => {
      if (known ? known.has(one.id) : one.title !== item.title) return false;
      return (known !== undefined && waiting === 0) || isSameSlot(slotOf(one, days), slot);
    });
    if (known === undefined && found !== undefined) edit.movedId = found.id;
    return found !== undefined;
  }

  /** Whether the given item is the occurrence that was moved alone, and that is undone: the edit shows it where it was. */
  #isMovedBack(edit: Edit | undefined, given: CalendarItem): boolean {
    if (edit === undefined || edit.slot === null) return false;
    return !isSameSlot(slotOf(given, this.#host.days()), edit.slot);
  }

  #notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

function placed(item: CalendarItem, { slot, waiting }: Edit): CalendarItem {
  const shown: CalendarItem = { ...item, ...slot };
  return waiting > 0 ? { ...shown, saving: true } : shown;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'It could not be saved.';
}
