import { wallTimeOf } from '../../../domain/values/zoned-time.ts';
import { localDate, offsetsAround } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';
import { placeFromRow } from '../sessions/location.ts';
import { effectiveDays } from './location-calendar.ts';

const HOUR = 3_600_000;

/** Whether a location is open at an instant (epoch milliseconds). A location without hours is always open. */
export async function isOpenAt(services: Needs<'db' | 'model'>, locationId: number, instant: number): Promise<boolean> {
  const row = await services.db.selectFrom('locations').selectAll().where('id', '=', locationId).executeTakeFirst();
  if (row === undefined) return false;
  const place = placeFromRow(services, row);
  if (place.hours === null) return true;
  const date = localDate(instant, place.timezone);
  const [day] = await effectiveDays(services, place, { from: date, to: date });
  const hour = (wallTimeOf(instant, offsetsAround(instant, place.timezone)) - Date.parse(`${date}T00:00:00Z`)) / HOUR;
  return day?.intervals.some(({ from, to }) => hour >= from && hour < to) ?? false;
}
