import { addDays } from '../../../domain/hours/hours.ts';
import { errandKind, type Errand } from '../../../domain/requests/errand.ts';
import type { Db } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';
import { errandPlace } from '../places/errand-place.ts';
import type { SubmissionRow } from './rows.ts';

type ErrandServices = Needs<'model' | 'clock'>;
type ErrandRow = Pick<SubmissionRow, 'formId' | 'status' | 'statusSince' | 'shelf'>;

/** What the customer of a request has to do at a place now, by the settings of its form; null for nothing. */
export function errandOf(services: ErrandServices, db: Db, row: ErrandRow): Promise<Errand | null> {
  return errandReader(services, db)(row);
}

/** Reads the errands of many requests: settings and places once for each form. */
export function errandReader(services: ErrandServices, db: Db): (row: ErrandRow) => Promise<Errand | null> {
  const known = new Map<string, ReturnType<typeof formErrand>>();
  return async (row) => {
    const kind = errandKind(row.status);
    if (kind === null) return null;
    const key = `${kind} ${row.formId}`;
    const parts = known.get(key) ?? formErrand(services, db, row.formId, kind);
    known.set(key, parts);
    return placedErrand(services, row, kind, await parts);
  };
}

async function formErrand(services: ErrandServices, db: Db, formId: number, kind: Errand['kind']) {
  const settings = await settingsOf(db, formId, kind);
  const place = settings?.placeId ? await errandPlace(services, db, settings.placeId) : null;
  return { settings, place };
}

function placedErrand(
  services: ErrandServices,
  row: ErrandRow,
  kind: Errand['kind'],
  { settings, place }: Awaited<ReturnType<typeof formErrand>>,
): Errand {
  const zone = services.model.site.timezone;
  // A quote has no deadline: its payment is not due yet.
  const days = row.status === 'Quoted' ? null : (settings?.days ?? null);
  const until = days === null ? null : addDays(localDate(Date.parse(row.statusSince), zone), days);
  return {
    kind,
    place: place?.place ?? null,
    hours: place?.hours ?? null,
    until,
    shelf: kind === 'pickup' ? row.shelf : null,
    note: settings?.note ?? (kind === 'payment' ? (place?.paymentNote ?? null) : null),
  };
}

function settingsOf(db: Db, formId: number, kind: Errand['kind']) {
  const form = db.selectFrom('forms').where('id', '=', formId);
  return kind === 'payment'
    ? form.select(['paymentPlaceId as placeId', 'paymentNote as note', 'paymentDays as days']).executeTakeFirst()
    : form.select(['pickupPlaceId as placeId', 'pickupNote as note', 'pickupDays as days']).executeTakeFirst();
}
