import type { GestureTimer } from './context.ts';

/** The timers of gestures, by name: starting one again replaces it. */
export class GestureTimers {
  readonly #timers = new Map<GestureTimer, number>();
  readonly #onTimer: (timer: GestureTimer) => void;

  constructor(onTimer: (timer: GestureTimer) => void) {
    this.#onTimer = onTimer;
  }

  start(timer: GestureTimer, milliseconds: number): void {
    this.stop(timer);
    this.#timers.set(
      timer,
      window.setTimeout(() => this.#onTimer(timer), milliseconds),
    );
  }

  stop(timer: GestureTimer): void {
    clearTimeout(this.#timers.get(timer));
  }

  stopAll(): void {
    for (const timer of this.#timers.keys()) this.stop(timer);
  }
}
