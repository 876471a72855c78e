import type { OfflineTap, TapAnswer } from '../../../domain/calls/taps.ts';
import { MOST_SCANNED } from '../../../domain/sessions/door.ts';
import { ApiError, isUnreachable } from '../../app/ApiError.ts';
import { callApi } from '../../app/callApi.ts';
import { randomId } from '../../ui/browserApis.ts';
import { clock } from '../../ui/clock.ts';
import { signal } from '../../ui/signal.ts';
import { isMuted } from './muted.ts';
import { lookOf, type Shown } from './tapLooks.ts';
import { isUnpaired, TapQueue } from './tapQueue.ts';

/** A line that does not answer within so many milliseconds counts as none: people wait at the door. */
const PATIENCE = 4_000;
/** A camera sees the same code in many frames. In milliseconds. */
const SAME = 4_000;

interface TapDeskOptions {
  show: (shown: Shown | null) => void;
  setBusy: (isBusy: boolean) => void;
  onUnpaired: () => void;
}

/** Takes taps, asks the server, and stores them while it cannot be reached. */
export class TapDesk {
  readonly #centerId: number;
  readonly #options: TapDeskOptions;
  #queue: TapQueue;
  #number = 0;
  /** While the last call found no server, taps are stored without asking it. */
  #isDown = false;
  #seen = { text: '', at: Number.NEGATIVE_INFINITY };

  constructor(centerId: number, options: TapDeskOptions) {
    this.#centerId = centerId;
    this.#options = options;
    this.#queue = this.#newQueue();
  }

  get waiting() {
    return this.#queue.waiting;
  }

  get isSending(): boolean {
    return this.#queue.isSending;
  }

  start(): () => void {
    this.flush();
    return () => this.#queue.stop();
  }

  readonly flush = (): void => {
    void this.#queue.flush().then((isEmpty) => {
      if (isEmpty) this.#isDown = false;
    });
  };

  readonly show = (shown: Shown | null): void => {
    this.#number += 1;
    if (shown !== null && !isMuted()) signal(lookOf(shown).tone);
    this.#options.show(shown);
  };

  readonly take = (raw: string): void => {
    const text = raw.trim();
    const at = performance.now();
    const isSame = this.#seen.text === text && at - this.#seen.at < SAME;
    if (text === '' || text.length > MOST_SCANNED || isSame) {
      if (isSame) this.#seen.at = at;
      return;
    }
    this.#seen = { text, at };
    // Cards are secret: none stays in memory.
    setTimeout(() => {
      if (this.#seen.at === at) this.#seen.text = '';
    }, SAME);
    void this.#tap({ key: randomId(), text, at: clock.instant() });
  };

  async #tap(tap: OfflineTap): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    this.#options.setBusy(true);
    const shown = await this.#answer(tap);
    if (number !== this.#number) return;
    this.#options.setBusy(false);
    if (shown !== null) this.show(shown);
  }

  async #answer({ key, text, at }: OfflineTap): Promise<Shown | null> {
    if (this.#isDown) return this.#store({ key, text, at });
    try {
      const answer = await callApi('POST /api/centers/:centerId/taps', {
        params: { centerId: this.#centerId },
        body: { key, text },
        signal: AbortSignal.timeout(PATIENCE),
      });
      return { kind: 'answer', key, answer };
    } catch (error) {
      if (isUnpaired(error)) this.#options.onUnpaired();
      if (isUnpaired(error) || !isTemporary(error)) return { kind: 'failed', words: failureText(error) };
      this.#isDown = true;
      return this.#store({ key, text, at });
    }
  }

  async #store(tap: OfflineTap): Promise<Shown> {
    const isStored = await this.#queue.add(tap);
    this.flush();
    if (isStored) return { kind: 'noted' };
    this.#isDown = false;
    return { kind: 'failed', words: 'There is no connection. Please see the staff.' };
  }

  #newQueue(): TapQueue {
    return new TapQueue({
      centerId: this.#centerId,
      onUnpaired: () => this.#options.onUnpaired(),
      send: async (taps) => {
        await callApi('POST /api/centers/:centerId/taps/batch', {
          params: { centerId: this.#centerId },
          body: { sentAt: clock.instant(), taps: [...taps] },
        });
        this.#isDown = false;
      },
    });
  }
}

/** The answer of a call at the station, such as a signature. Throws the errors that its form shows itself. */
export async function answerOf(
  key: string,
  call: () => Promise<TapAnswer>,
  isOfForm: (error: unknown) => boolean = () => false,
): Promise<Shown> {
  try {
    return { kind: 'answer', key, answer: await call() };
  } catch (error) {
    if (isOfForm(error)) throw error;
    return { kind: 'failed', words: failureText(error) };
  }
}

function isTemporary(error: unknown): boolean {
  return isUnreachable(error) || !(error instanceof ApiError) || error.status >= 500;
}

function failureText(error: unknown): string {
  if (isUnreachable(error)) return 'There is no connection. Please see the staff.';
  return error instanceof ApiError && error.status < 500
    ? error.message
    : 'Something went wrong. Please see the staff.';
}
