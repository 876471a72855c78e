import type { Actor } from '../../../domain/declarations/actor.ts';
import type { WeekHours } from '../../../domain/calls/places.ts';
import { addDays, sundayOf } from '../../../domain/hours/hours.ts';
import type { Services } from '../../services.ts';
import { hoursAddress } from './hours-address.ts';
import { localDate } from '../../platform/zone-years.ts';
import { effectiveDays } from './location-calendar.ts';
import { placeClock, placeFor } from '../sessions/location.ts';

const MINUTE = 60_000;
const WEEK = 7;
/** How many days ahead the next opening is searched. */
const AHEAD = 60;

/** The hours of the week that contains the date `week`, by default the current one; `now` is for tests. */
export async function weekHours(
  services: Services,
  actor: Actor,
  id: number | string,
  { week, now = services.clock.date() }: { week?: string | undefined; now?: Date } = {},
): Promise<WeekHours> {
  const place = await placeFor(services, actor, id);
  const { hours } = place;
  const today = localDate(now.getTime(), place.timezone);
  const asOf = Math.floor(now.getTime() / MINUTE) * MINUTE;
  const sunday = sundayOf(week ?? today);
  const span = { from: sunday, to: addDays(sunday, WEEK + AHEAD - 1) };
  const all = hours ? await effectiveDays(services, place, span) : null;
  return {
    locationId: place.id,
    displayName: place.displayName,
    buildingCode: place.buildingCode,
    room: place.room,
    timezone: place.timezone,
    clock: placeClock(place, now),
    asOf,
    today,
    hoursAt: hours ? await hoursAddress(services, place.id) : null,
    weekends: hours?.weekends ?? false,
    days: all?.slice(0, WEEK) ?? null,
    next: all?.find(({ date, opens }) => opens !== null && date >= addDays(sunday, WEEK)) ?? null,
  };
}
