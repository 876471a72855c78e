import { offsetOf, zoneOffsets } from '../../domain/values/zoned-time.ts';

/** Half a year: zones of one offset may change their clocks at other times. */
const HALF_A_YEAR = 182 * 86_400_000;

/** The name of a zone, "Mountain Time (Denver)", where the viewer's clock differs from it now or half a year later; else null. */
export function foreignZoneName(zone: string, now: number): string | null {
  const isOwn = (at: number) => offsetOf(at, zoneOffsets(zone, at, at + 1)) === viewerOffset(at);
  if (isOwn(now) && isOwn(now + HALF_A_YEAR)) return null;
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  const name = formatter.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return name.includes(city) ? name : `${name} (${city})`;
}

/** Minutes ahead of UTC. */
function viewerOffset(instant: number): number {
  return -new Date(instant).getTimezoneOffset();
}
