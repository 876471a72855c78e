import { inOneTab } from '../../ui/browserApis.ts';

/** Milliseconds between two polls; up to `JITTER` more, so that browsers which began together do not ask together. */
export const INTERVAL = 30_000;
export const JITTER = 3_000;
/** After this long a poll has failed. */
const PATIENCE = 15_000;

export interface UnreadPolling {
  /** Polls now, in whichever tab does. */
  ask: () => void;
  stop: () => void;
}

/** What tabs tell each other: a number that was answered, or a wish for one. */
type Word = { count: number } | 'ask';

/**
 * Tells `hear` how many messages wait for the account, from now on. Of the visible tabs of a browser one polls, the holder of a lock, and
 * tells the others; a hidden one leaves that to them. A poll that fails changes nothing.
 */
export function pollUnread(account: string, hear: (count: number) => void): UnreadPolling {
  const name = `unread-messages:${account}`;
  const channel = new BroadcastChannel(name);
  /** Aborted when this tab is hidden or done. */
  let turn: AbortController | null = null;
  let isLeader = false;
  let isAsking = false;
  let isRequestedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const poll = async () => {
    clearTimeout(timer);
    if (isAsking) {
      // The answer that is on its way may be older than what made somebody ask.
      isRequestedAgain = true;
      return;
    }
    isAsking = true;
    const held = turn;
    const count = await askServer(held?.signal);
    isAsking = false;
    const isCurrent = held !== null && !held.signal.aborted;
    if (count !== null && isCurrent) {
      hear(count);
      channel.postMessage({ count } satisfies Word);
    }
    const isLate = isRequestedAgain || !isCurrent;
    isRequestedAgain = false;
    if (!isLeader) return;
    if (isLate) void poll();
    else timer = setTimeout(() => void poll(), INTERVAL + Math.random() * JITTER);
  };

  const ask = () => {
    if (isLeader) void poll();
    else channel.postMessage('ask' satisfies Word);
  };

  const lead = (signal: AbortSignal): Promise<void> =>
    new Promise((done) => {
      isLeader = true;
      const end = () => {
        isLeader = false;
        clearTimeout(timer);
        done();
      };
      if (signal.aborted) end();
      else {
        signal.addEventListener('abort', end, { once: true });
        void poll();
      }
    });

  const comeForward = () => {
    if (turn !== null) return;
    turn = new AbortController();
    const { signal } = turn;
    ask();
    inOneTab(name, signal, () => lead(signal)).catch(isAbort);
  };

  const stepBack = () => {
    turn?.abort();
    turn = null;
  };

  const follow = () => (document.visibilityState === 'visible' ? comeForward() : stepBack());

  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data !== 'ask') hear(data.count);
    else if (isLeader) void poll();
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return {
    ask,
    stop: () => {
      document.removeEventListener('visibilitychange', follow);
      stepBack();
      channel.close();
    },
  };
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
