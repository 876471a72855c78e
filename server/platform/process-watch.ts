import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Clock } from './clock.ts';
import type { PoolFigures, QueryObserver } from './connection-pool.ts';
import { RequestFigures } from './request-figures.ts';

export interface SlowQuery {
  text: string;
  /** Milliseconds, connection included. */
  ms: number;
  at: string;
  count: number;
}

/** An unexpected error of a request. */
export interface ServerFault {
  at: string;
  requestId: string;
  route: string;
  /** The error's class and code. Its message may hold values, and stays in the event log. */
  kind: string;
}

export interface LoopFigures {
  /** Milliseconds that the event loop was late, over the last minute or two. */
  p50: number;
  p99: number;
  max: number;
  /** From 0 to 1. */
  utilization: number;
}

/** Hits and misses since the start. */
export interface CacheFigures {
  entries: number;
  bytes: number | null;
  hits: number;
  misses: number;
}

type DelayHistogram = ReturnType<typeof monitorEventLoopDelay>;

const SLOW_MS = 200;
const MOST_QUERIES = 20;
const MOST_FAULTS = 50;
const MOST_TEXT = 600;
/** Milliseconds between the readings of the event loop's timer. */
const RESOLUTION = 20;
const WINDOW_MS = 60_000;

/** Figures of this process. Bounded, and without values of parameters. */
export class ProcessWatch {
  readonly id = randomUUID();
  readonly host = hostname();
  readonly startedAt: string;
  readonly requests = new RequestFigures();
  readonly caches = new Map<string, () => CacheFigures>();
  /** Connections of the pool; set when it is opened. */
  pool: () => PoolFigures = () => ({ size: 0, idle: 0, waiting: 0, most: 0 });
  readonly #clock: Clock;
  readonly #slow = new Map<string, SlowQuery>();
  readonly #faults: ServerFault[] = [];
  #delays: DelayHistogram | null = null;
  #before: LoopFigures | null = null;
  #windowStart = performance.now();
  #busy: EventLoopUtilization = performance.eventLoopUtilization();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.startedAt = clock.instant();
  }

  /** Measures every statement and keeps the slowest ones, each once. */
  readonly observe: QueryObserver = (text) => {
    const begun = performance.now();
    return () => {
      const ms = performance.now() - begun;
      if (ms >= SLOW_MS) this.#keepSlow(text, ms);
    };
  };

  slowQueries(): SlowQuery[] {
    return [...this.#slow.values()].toSorted((one, other) => other.ms - one.ms);
  }

  noteFault(fault: Omit<ServerFault, 'at'>): void {
    this.#faults.push({ at: this.#clock.instant(), ...fault });
    if (this.#faults.length > MOST_FAULTS) this.#faults.shift();
  }

  faults(): ServerFault[] {
    return this.#faults.toReversed();
  }

  /** Measures the event loop until `stop`. */
  start(): void {
    this.#delays ??= monitorEventLoopDelay({ resolution: RESOLUTION });
    this.#delays.enable();
  }

  stop(): void {
    this.#delays?.disable();
  }

  /** null before `start`. */
  loop(): LoopFigures | null {
    if (!this.#delays) return null;
    const now = loopFigures(this.#delays, performance.eventLoopUtilization(this.#busy).utilization);
    const before = this.#before;
    if (performance.now() - this.#windowStart >= WINDOW_MS) {
      this.#before = now;
      this.#windowStart = performance.now();
      this.#busy = performance.eventLoopUtilization();
      this.#delays.reset();
    }
    if (!before) return now;
    return { ...now, p99: Math.max(now.p99, before.p99), max: Math.max(now.max, before.max) };
  }

  #keepSlow(text: string, ms: number): void {
    const key = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)} ...` : text;
    const known = this.#slow.get(key);
    const at = this.#clock.instant();
    this.#slow.set(key, { text: key, ms: Math.max(ms, known?.ms ?? 0), at, count: (known?.count ?? 0) + 1 });
    if (this.#slow.size <= MOST_QUERIES) return;
    const fastest = this.slowQueries().at(-1);
    if (fastest) this.#slow.delete(fastest.text);
  }
}

/** The timer itself takes `RESOLUTION`, which is not a delay. */
function loopFigures(delays: DelayHistogram, utilization: number): LoopFigures {
  const late = (nanoseconds: number): number =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e6 - RESOLUTION) : 0;
  if (delays.count === 0) return { p50: 0, p99: 0, max: 0, utilization };
  return { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), max: late(delays.max), utilization };
}
