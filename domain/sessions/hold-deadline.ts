/** A time in which a place is open, in epoch milliseconds. */
export interface OpenSpan {
  opens: number;
  closes: number;
}

const HOUR = 3_600_000;

/**
 * By when something that is held from `now` on, until `earliest` at least, has to be collected at a place that is open in these times (in
 * order, apart from each other): `earliest` if it is open then and has been since `now` or for an hour; otherwise an hour after it next
 * opens. Null where no time is late enough.
 */
export function holdDeadlineWithin(spans: readonly OpenSpan[], now: number, earliest: number): number | null {
  for (const { opens, closes } of spans) {
    const deadline = opens <= now ? earliest : Math.max(earliest, opens + HOUR);
    if (deadline <= closes) return deadline;
  }
  return null;
}

/** The same for a place that never opens for an hour: an hour after it next opens, although it is closed then. */
export function afterNextOpening(spans: readonly OpenSpan[], now: number, earliest: number): number {
  const next = spans.find(({ opens }) => opens > now);
  return next === undefined ? earliest : Math.max(earliest, next.opens + HOUR);
}
