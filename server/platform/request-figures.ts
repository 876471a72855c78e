/** Upper bounds of the buckets, in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export interface RequestSeries {
  method: string;
  /** The pattern of the route, not the address: their number is bounded. */
  route: string;
  status: number;
  count: number;
  sum: number;
  /** How many took no longer than each of BUCKETS. */
  buckets: number[];
}

export class RequestFigures {
  readonly #series = new Map<string, RequestSeries>();

  add(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let series = this.#series.get(key);
    if (!series) {
      series = { method, route, status, count: 0, sum: 0, buckets: BUCKETS.map(() => 0) };
      this.#series.set(key, series);
    }
    series.count += 1;
    series.sum += seconds;
    for (const [at, bound] of BUCKETS.entries())
      if (seconds <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  }

  all(): RequestSeries[] {
    return [...this.#series.values()];
  }
}
