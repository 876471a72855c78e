import type { DoorMark, DoorMarkResult } from '../../../../domain/calls/door.ts';
import { MOST_DOOR_MARKS } from '../../../../domain/sessions/door.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { createStore, type Store } from '../../../app/createStore.ts';
import { forgetPersisted, persist, readPersisted } from '../../../app/persisted.ts';
import { isTemporary } from './doorQueries.ts';

/** A mark that is on its way, with the name of its person. */
export interface QueuedMark extends DoorMark {
  name: string;
}

export interface RefusedMark extends QueuedMark {
  words: string;
  /** It can be made by an action that asks first. */
  needsQuestion?: true | undefined;
}

export interface QueueState {
  pending: readonly QueuedMark[];
  refused: readonly RefusedMark[];
  /** The server could not be reached: they are stored on this device until it can. */
  isWaiting: boolean;
}

/** Milliseconds after which a server that was not reached is tried again, whatever the browser says of the line. */
const AGAIN = 3_000;
const EMPTY: QueueState = { pending: [], refused: [], isWaiting: false };

export interface MarkQueueOptions {
  /** Where they are stored on the device. */
  name: string;
  /** Carries them out, and answers once the page shows what has become of them. Throws ApiError. */
  send: (marks: DoorMark[]) => Promise<DoorMarkResult[]>;
  /** Marks that were refused immediately, while someone looks. */
  onRefused: (marks: readonly RefusedMark[]) => void;
}

/**
 * Marks on their way to the server, in their order and one call at a time. They are stored on the device until the server has answered for
 * them, so that neither a lost line nor a reload loses one; by its key the server carries each out once, however often it is sent.
 */
export class MarkQueue {
  readonly state: Store<QueueState>;
  readonly #name: string;
  readonly #options: MarkQueueOptions;
  readonly #listeners = new Set<(mark: RefusedMark) => void>();
  /** All marks that this page has had. Others that are stored on the device are another tab's. */
  readonly #own = new Set<string>();
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MarkQueueOptions) {
    this.#options = options;
    this.#name = options.name;
    this.state = createStore(readStored(this.#name));
    this.#remember(this.state.get());
  }

  /** Resolves when the marks are answered, or wait for a connection; with the keys of those that were refused. */
  async add(marks: readonly QueuedMark[]): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    const note = ({ key }: RefusedMark): void => void refused.add(key);
    this.#listeners.add(note);
    this.#set({ ...this.state.get(), pending: [...this.state.get().pending, ...marks] });
    await this.flush();
    this.#listeners.delete(note);
    return refused;
  }

  /** The page is left. What is pending stays on the device. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async flush(): Promise<void> {
    while (this.state.get().pending.length > 0) {
      this.#sending ??= this.#sendAll().finally(() => {
        this.#sending = null;
      });
      await this.#sending;
      if (this.state.get().isWaiting) return;
    }
  }

  dismiss(key: string): void {
    const { refused, ...state } = this.state.get();
    this.#set({ ...state, refused: refused.filter((mark) => mark.key !== key) });
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer);
    const { pending, isWaiting } = this.state.get();
    const sent = pending.slice(0, MOST_DOOR_MARKS);
    let results: DoorMarkResult[];
    try {
      results = await this.#options.send(sent.map(({ name: _, ...mark }) => mark));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isTemporary(error) || error.status === 401) {
        this.#set({ ...this.state.get(), isWaiting: true });
        this.#timer = setTimeout(() => void this.flush(), AGAIN);
        return;
      }
      results = sent.map(({ key }) => ({ key, isDone: false, words: error.message }));
    }
    const words = new Map(results.map((result) => [result.key, result]));
    const refused = sent.flatMap((mark): RefusedMark[] => {
      const result = words.get(mark.key);
      if (result?.isDone === true) return [];
      const { words: reason, needsQuestion } = result ?? {};
      return [{ ...mark, words: reason ?? 'The server has not confirmed it.', needsQuestion }];
    });
    const now = this.state.get();
    this.#set({
      pending: now.pending.filter(({ key }) => !sent.some((mark) => mark.key === key)),
      // Only what no one has seen refused is stored, to be resolved by hand.
      refused: isWaiting ? [...now.refused, ...refused] : now.refused,
      isWaiting: false,
    });
    for (const mark of refused) for (const listener of this.#listeners) listener(mark);
    if (!isWaiting) this.#options.onRefused(refused);
  }

  #set(state: QueueState): void {
    this.state.set(state);
    this.#remember(state);
    const others = readStored(this.#name);
    const isOther = ({ key }: QueuedMark): boolean => !this.#own.has(key);
    const pending = [...others.pending.filter(isOther), ...state.pending];
    const refused = [...others.refused.filter(isOther), ...state.refused];
    if (pending.length === 0 && refused.length === 0) forgetPersisted(this.#name);
    else persist(this.#name, { pending, refused });
  }

  #remember({ pending, refused }: QueueState): void {
    for (const { key } of [...pending, ...refused]) this.#own.add(key);
  }
}

/** Of someone's marks at one session. */
export function queueName(userName: string, sessionId: number): string {
  return `door-marks:${userName}:${sessionId}`;
}

function readStored(name: string): QueueState {
  const stored = readPersisted(name);
  if (typeof stored !== 'object' || stored === null || !('pending' in stored && 'refused' in stored)) return EMPTY;
  const { pending, refused } = stored as Pick<QueueState, 'pending' | 'refused'>;
  // What was not answered before the page was closed may have been done.
  return Array.isArray(pending) && Array.isArray(refused) ? { pending, refused, isWaiting: pending.length > 0 } : EMPTY;
}
