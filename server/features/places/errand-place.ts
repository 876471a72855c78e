import { addDays } from '../../../domain/hours/hours.ts';
import { hoursSentence, whereToPay, type ErrandPlace } from '../../../domain/requests/errand.ts';
import type { Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';
import { placeFromRow } from '../sessions/location.ts';
import { effectiveDays } from './location-calendar.ts';

/** How far ahead the next opening is searched. */
const AHEAD = 21;

/** Where people pay or pick something up, and how to pay there; null where the place is not active. */
export async function errandPlace(
  services: Needs<'model' | 'clock'>,
  db: Db,
  id: number,
): Promise<(ErrandPlace & { paymentNote: string | null }) | null> {
  const row = await db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.active) return null;
  const place = placeFromRow(services, row);
  const today = localDate(services.clock.now(), place.timezone);
  const days = place.hours ? await effectiveDays({ db }, place, { from: today, to: addDays(today, AHEAD) }) : [];
  const path = row.isPublic ? `/calendar/${id}` : null;
  return {
    place: { name: place.displayName, room: `${place.buildingCode} ${place.room}`, path },
    hours: hoursSentence(days),
    paymentNote: row.paymentNote,
  };
}

/** Where and how a seat at a place is paid for, in lines; null where that is not known. `isKnown`: the reader knows the place. */
export async function seatPayment(
  services: Needs<'model' | 'clock'>,
  db: Db,
  locationId: number | null,
  isKnown = true,
): Promise<string | null> {
  const found = locationId === null ? null : await errandPlace(services, db, locationId);
  if (found === null || (found.place.path === null && !isKnown)) return null;
  return whereToPay({ ...found, note: found.paymentNote });
}
