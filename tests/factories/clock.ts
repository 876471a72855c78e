import { Clock } from '../../server/platform/clock.ts';

/**
 * What time it is for everything that this run tests: now, or what `npm test -- --at 2027-03-14T06:30:00Z` says, ticking from there.
 * Started servers and pages get the same.
 */
export const clock = new Clock(Number(process.env['TEST_CLOCK_OFFSET'] ?? 0));

/** Moves all of `Date` where it runs, a page or this process, by so many milliseconds. Serialised for pages: it may use nothing else. */
export function moveDate(offset: number): void {
  const machine = globalThis.Date;
  const now = (): number => machine.now() + offset;
  globalThis.Date = new Proxy(machine, {
    construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
    apply: () => new machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
