export interface OpenSpan {
  opens: number;
  closes: number;
}

const HOUR = 3_600_000;

/**
 * By when something held from `now` on, until `earliest` at least, has to be collected at a place with these opening
 * times (in order, apart from each other): `earliest` if it is open then and has been since `now` or for an hour;
 * otherwise an hour after it next opens. Null if no time is late enough.
 */
export function holdDeadlineWithin(spans: readonly OpenSpan[], now: number, earliest: number): number | null {
  for (const { opens, closes } of spans) {
    const deadline = opens <= now ? earliest : Math.max(earliest, opens + HOUR);
    if (deadline <= closes) return deadline;
  }
  return null;
}

/** For a place that never opens for an hour: an hour after it next opens, although it is closed then. */
export function afterNextOpening(spans: readonly OpenSpan[], now: number, earliest: number): number {
  const next = spans.find(({ opens }) => opens > now);
  return next === undefined ? earliest : Math.max(earliest, next.opens + HOUR);
}
