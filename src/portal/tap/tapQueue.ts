import type { OfflineTap } from '../../../domain/calls/taps.ts';
import { MOST_TAPS } from '../../../domain/sessions/taps.ts';
import { ApiError } from '../../app/ApiError.ts';
import { createStore } from '../../app/createStore.ts';
import { inOneTab } from '../../ui/browserApis.ts';
import { deleteSealedQueue, SealedQueue } from '../../ui/sealedQueue.ts';

/** Milliseconds after which stored taps are tried again. */
const RETRY = 15_000;

export interface TapQueueOptions {
  centerId: number;
  /** Throws ApiError. */
  send: (taps: readonly OfflineTap[]) => Promise<void>;
  /** The device is no longer paired: what is stored is lost. */
  onUnpaired: () => void;
}

export function tapQueueName(centerId: number): string {
  return `tap-station-${centerId}`;
}

/** Taps that no one has answered, in their order and encrypted. They are sent by one tab, and survive its end. */
export class TapQueue {
  /** How many wait. */
  readonly waiting = createStore(0);
  readonly #options: TapQueueOptions;
  readonly #end = new AbortController();
  #queue: Promise<SealedQueue<OfflineTap> | null>;
  #sending: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TapQueueOptions) {
    this.#options = options;
    this.#queue = SealedQueue.open<OfflineTap>(tapQueueName(options.centerId)).catch(() => null);
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** False where this browser cannot store it. */
  async add(tap: OfflineTap): Promise<boolean> {
    try {
      const queue = await this.#queue;
      if (queue === null) return false;
      await queue.add(tap);
      await this.#count();
      this.#later();
      return true;
    } catch {
      return false;
    }
  }

  /** Sends what waits. True when nothing is left. */
  flush(): Promise<boolean> {
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** The page is left: what waits is sent by the next one. */
  stop(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
    void this.#queue.then((queue) => queue?.close());
  }

  async #send(): Promise<boolean> {
    let isEmpty = false;
    try {
      await inOneTab(tapQueueName(this.#options.centerId), this.#end.signal, async () => {
        isEmpty = await this.#sendAll();
      });
    } catch {
      // The page was left while it waited for another tab.
    }
    if (!isEmpty) this.#later();
    return isEmpty;
  }

  async #sendAll(): Promise<boolean> {
    const queue = await this.#queue;
    while (queue !== null && !this.#end.signal.aborted) {
      const items = await queue.first(MOST_TAPS);
      if (items.length === 0) break;
      try {
        await this.#options.send(items.map(({ item }) => item));
      } catch (error) {
        if (isUnpaired(error)) await this.#forget(queue);
        return false;
      }
      await queue.remove(items.map(({ id }) => id));
      await this.#count();
    }
    return queue !== null && (await this.#count()) === 0;
  }

  async #forget(queue: SealedQueue<OfflineTap>): Promise<void> {
    this.#end.abort();
    queue.close();
    await deleteSealedQueue(tapQueueName(this.#options.centerId));
    this.waiting.set(0);
    this.#options.onUnpaired();
  }

  async #count(): Promise<number> {
    const count = (await (await this.#queue)?.count()) ?? 0;
    this.waiting.set(count);
    return count;
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => {
      if (this.waiting.get() > 0) void this.flush();
    }, RETRY);
  }
}

export function isUnpaired(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'taps.not-paired';
}
