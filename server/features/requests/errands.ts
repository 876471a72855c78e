import { addDays } from '../../../domain/hours/hours.ts';
import { errandKind, hoursSentence, type Errand } from '../../../domain/requests/errand.ts';
import type { Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Services } from '../../services.ts';
import { effectiveDays } from '../places/location-calendar.ts';
import { placeFromRow } from '../sessions/location.ts';
import type { SubmissionRow } from './rows.ts';

/** How far ahead the next opening is searched. */
const AHEAD = 21;

/** What the customer of a request has to do at a place now, by the settings of its form; null for nothing. */
export async function errandOf(
  services: Pick<Services, 'model' | 'clock'>,
  db: Db,
  row: Pick<SubmissionRow, 'formId' | 'status' | 'statusSince'>,
): Promise<Errand | null> {
  const kind = errandKind(row.status);
  if (kind === null) return null;
  const settings = await settingsOf(db, row.formId, kind);
  const zone = services.model.site.timezone;
  // A quote has no deadline: its payment is not due yet.
  const days = row.status === 'Quoted' ? null : (settings?.days ?? null);
  const until = days === null ? null : addDays(localDate(Date.parse(row.statusSince), zone), days);
  const place = settings?.placeId ? await placeOf(services, db, settings.placeId) : null;
  return {
    kind,
    place: place?.shown ?? null,
    hours: place?.hours ?? null,
    until,
    note: settings?.note ?? (kind === 'payment' ? (place?.paymentNote ?? null) : null),
  };
}

function settingsOf(db: Db, formId: number, kind: Errand['kind']) {
  const form = db.selectFrom('forms').where('id', '=', formId);
  return kind === 'payment'
    ? form.select(['paymentPlaceId as placeId', 'paymentNote as note', 'paymentDays as days']).executeTakeFirst()
    : form.select(['pickupPlaceId as placeId', 'pickupNote as note', 'pickupDays as days']).executeTakeFirst();
}

async function placeOf(services: Pick<Services, 'model' | 'clock'>, db: Db, id: number) {
  const row = await db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.active) return null;
  const place = placeFromRow(services, row);
  const today = localDate(services.clock.now(), place.timezone);
  const days = place.hours ? await effectiveDays({ db }, place, { from: today, to: addDays(today, AHEAD) }) : [];
  const path = row.isPublic ? `/calendar/${id}` : null;
  return {
    shown: { name: place.displayName, room: `${place.buildingCode} ${place.room}`, path },
    hours: hoursSentence(days),
    paymentNote: row.paymentNote,
  };
}
