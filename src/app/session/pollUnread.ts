import { inOneTab } from '../../ui/browserApis.ts';

/** Milliseconds between two polls; up to `JITTER` more, so that browsers which began together do not ask together. */
export const INTERVAL = 30_000;
export const JITTER = 3_000;
/** After this long a poll has failed. */
const PATIENCE = 15_000;

export interface UnreadPolling {
  ask: () => void;
  stop: () => void;
}

type Message = { count: number } | 'ask';

/** Notifies `onCount` of the number of unread messages. One visible tab of a browser polls, the holder of a lock. */
export function pollUnread(account: string, onCount: (count: number) => void): UnreadPolling {
  return new UnreadPoller(`unread-messages:${account}`, onCount);
}

class UnreadPoller implements UnreadPolling {
  readonly #name: string;
  readonly #onCount: (count: number) => void;
  readonly #channel: BroadcastChannel;
  #turn: AbortController | null = null;
  #isLeader = false;
  #isAsking = false;
  #isRequestedAgain = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, onCount: (count: number) => void) {
    this.#name = name;
    this.#onCount = onCount;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data !== 'ask') onCount(data.count);
      else if (this.#isLeader) void this.#poll();
    };
    document.addEventListener('visibilitychange', this.#follow);
    this.#follow();
  }

  readonly ask = (): void => {
    if (this.#isLeader) void this.#poll();
    else this.#send('ask');
  };

  readonly stop = (): void => {
    document.removeEventListener('visibilitychange', this.#follow);
    this.#resign();
    this.#channel.close();
  };

  readonly #follow = (): void => {
    if (document.visibilityState === 'visible') this.#becomeLeader();
    else this.#resign();
  };

  #becomeLeader(): void {
    if (this.#turn !== null) return;
    this.#turn = new AbortController();
    const { signal } = this.#turn;
    this.ask();
    inOneTab(this.#name, signal, () => this.#lead(signal)).catch(isAbort);
  }

  #resign(): void {
    this.#turn?.abort();
    this.#turn = null;
  }

  #lead(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      this.#isLeader = true;
      const end = () => {
        this.#isLeader = false;
        clearTimeout(this.#timer);
        done();
      };
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isAsking) {
      // The answer that is on its way may be older than what made someone ask.
      this.#isRequestedAgain = true;
      return;
    }
    this.#isAsking = true;
    const held = this.#turn;
    const count = await askServer(held?.signal);
    this.#isAsking = false;
    const isCurrent = held !== null && !held.signal.aborted;
    if (count !== null && isCurrent) {
      this.#onCount(count);
      this.#send({ count });
    }
    const isLate = this.#isRequestedAgain || !isCurrent;
    this.#isRequestedAgain = false;
    if (!this.#isLeader) return;
    if (isLate) void this.#poll();
    else this.#timer = setTimeout(() => void this.#poll(), INTERVAL + Math.random() * JITTER);
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}

/** Null where there is no answer, or none to be had: an ended session is not asked for here. */
async function askServer(turn: AbortSignal | undefined): Promise<number | null> {
  const limit = AbortSignal.timeout(PATIENCE);
  try {
    const response = await fetch('/api/UserMessage/GetNumberUnreadMessages', {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
      signal: turn === undefined ? limit : AbortSignal.any([turn, limit]),
    });
    const count: unknown = response.ok ? await response.json() : null;
    return typeof count === 'number' ? count : null;
  } catch {
    return null;
  }
}

/** A lock that is no longer waited for is refused, which is no fault. */
function isAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
