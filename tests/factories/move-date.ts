/**
 * Shifts `Date` in its realm, a page or this process, by milliseconds. Serialized for pages, so it must be self-contained. Where
 * Playwright has replaced the page's clock, the original below it is not shifted: Playwright compares that one with its own.
 */
export function moveDate(offset: number): void {
  const machine = globalThis.Date;
  const now = (): number => machine.now() + ('__pwClock' in globalThis ? 0 : offset);
  globalThis.Date = new Proxy(machine, {
    construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
    apply: () => new machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
