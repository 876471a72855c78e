import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { endOfVisit, LONGEST_VISIT } from './visit-end.ts';
import { transaction, type Db } from '../../platform/database.ts';
import { localDate, offsetsAround } from '../../platform/zone-years.ts';
import type { RowServices } from '../../services.ts';
import { effectiveDays } from '../places/location-calendar.ts';
import { placeFromRow, type Place } from '../sessions/location.ts';

/** People may leave a little late: within this time after the closing, their card still records the departure. In milliseconds. */
export const GRACE = 30 * 60_000;

const HOUR = 3_600_000;

interface OpenVisit {
  id: number;
  centerId: number;
  arrivedAt: number;
}

/** Ends the visits whose center has closed since, at the closing time. */
export async function closeForgottenVisits(services: RowServices): Promise<void> {
  const { db, engine, clock } = services;
  const due = new Map<number, number>();
  for (const [centerId, visits] of Map.groupBy(await openVisits(db), (visit) => visit.centerId)) {
    const place = await placeOfCenter(services, centerId);
    for (const visit of visits) {
      const end = await endOf(services, place, visit.arrivedAt);
      if (end + GRACE <= clock.now()) due.set(visit.id, end);
    }
  }
  // One by one: readers at the door wait for none of the others.
  for (const [id, end] of due)
    await transaction(db, async (tx) => {
      const [visit] = await engine.lock(tx, 'visits', [id]);
      if (visit === undefined || visit.departedAt !== null) return;
      const values = { departedAt: new Date(end).toISOString(), isAutoClosed: true };
      await engine.update(SYSTEM, 'visits', id, values, { tx, command: true, before: visit });
    });
}

async function openVisits(db: Db): Promise<OpenVisit[]> {
  const rows = await db
    .selectFrom('visits')
    .select(['id', 'centerId', 'arrivedAt'])
    .where('departedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ arrivedAt, ...row }) => ({ ...row, arrivedAt: Date.parse(arrivedAt) }));
}

async function placeOfCenter(services: RowServices, centerId: number): Promise<Place | null> {
  const row = await services.db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', ({ selectFrom }) => selectFrom('centers').select('locationId').where('id', '=', centerId))
    .executeTakeFirst();
  return row === undefined ? null : placeFromRow(services, row);
}

async function endOf(services: RowServices, place: Place | null, arrivedAt: number): Promise<number> {
  if (place === null || place.hours === null) return arrivedAt + LONGEST_VISIT * HOUR;
  const date = localDate(arrivedAt, place.timezone);
  const days = await effectiveDays(services, place, { from: addDays(date, -1), to: addDays(date, 3) });
  return endOfVisit(arrivedAt, days, offsetsAround(arrivedAt, place.timezone));
}
