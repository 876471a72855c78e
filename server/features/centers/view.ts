import type { CenterChoice, CenterView, DutyInView, MachineInView } from '../../../domain/calls/centers.ts';
import { hasCards } from '../../../domain/content/content.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import { firstName } from '../../platform/first-name.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { firstInstant, localDate } from '../../platform/zone-years.ts';
import { cleanHtml } from '../../resources/html.ts';
import type { Needs } from '../../services.ts';
import { crowdAt } from './visits.ts';

const MINUTE = 60_000;
/** Weeks that the usual crowd is the median of. */
const WEEKS = 8;

/** The active centers by name. */
export async function centerChoices({ db }: Needs<'db'>): Promise<CenterChoice[]> {
  const centers = await db
    .selectFrom('centers as c')
    .leftJoin('locations as l', (join) => join.onRef('l.id', '=', 'c.locationId').on('l.active', '=', true))
    .select(['c.id', 'c.name', 'c.locationId', 'l.isPublic'])
    .where('c.active', '=', true)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();
  return centers.map(({ id, name, locationId, isPublic }) => ({ id, name, locationId: isPublic ? locationId : null }));
}

/** Null where it is not active, or does not exist. */
export async function centerView(services: Needs<'db' | 'clock' | 'model'>, id: number): Promise<CenterView> {
  const { db, clock, model } = services;
  const center = await findCenter(db, id);
  if (center === undefined)
    throw problem(404, 'centers.not-found', 'Not found', 'There is no such center, or it is not active.');
  const timezone = center.timezone ?? model.site.timezone;
  const asOf = Math.floor(clock.now() / MINUTE) * MINUTE;
  const today = localDate(asOf, timezone);
  const [duties, machines, crowd] = await Promise.all([
    dutiesBetween(db, id, clock.now(), firstInstant(addDays(today, 1), timezone)),
    machinesOf(db, id),
    crowdNow(services, id, timezone),
  ]);
  const { announcement, announcedUntil } = center;
  const isAnnounced = announcement !== null && (announcedUntil === null || announcedUntil >= today);
  return {
    ...{ id, name: center.name, timezone, duties, machines },
    locationId: center.isPublic ? center.locationId : null,
    pageName: center.pageType !== null && hasCards(center.pageType) ? center.pageName : null,
    announcement: isAnnounced ? cleanHtml(announcement) : null,
    crowd: { ...crowd, capacity: center.capacity },
    asOf,
  };
}

function findCenter(db: Db, id: number) {
  return db
    .selectFrom('centers as c')
    .leftJoin('locations as l', (join) => join.onRef('l.id', '=', 'c.locationId').on('l.active', '=', true))
    .leftJoin('pages as p', (join) =>
      join.onRef('p.id', '=', 'c.pageId').on('p.published', '=', true).on('p.deletedAt', 'is', null),
    )
    .select(['c.name', 'c.locationId', 'c.capacity', 'c.announcement', 'c.announcedUntil', 'l.timezone', 'l.isPublic'])
    .select(['p.name as pageName', 'p.type as pageType'])
    .where('c.id', '=', id)
    .where('c.active', '=', true)
    .executeTakeFirst();
}

/** With first names only: the view is public. */
async function dutiesBetween(db: Db, centerId: number, from: number, to: number): Promise<DutyInView[]> {
  const rows = await db
    .selectFrom('duties as d')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .select(['u.displayName', 'd.task', 'd.startsAt', 'd.endsAt'])
    .where('d.centerId', '=', centerId)
    .where('d.endsAt', '>', new Date(from).toISOString())
    .where('d.startsAt', '<', new Date(to).toISOString())
    .where('u.active', '=', true)
    .orderBy('d.startsAt')
    .orderBy('d.id')
    .execute();
  return rows.map(({ displayName, ...duty }) => ({ firstName: firstName(displayName), ...duty }));
}

async function machinesOf(db: Db, centerId: number): Promise<MachineInView[]> {
  return db
    .selectFrom('machines')
    .select(['id', 'name', 'state', 'stateNote as note'])
    .where('centerId', '=', centerId)
    .where('active', '=', true)
    .orderBy('name')
    .execute() as Promise<MachineInView[]>;
}

async function crowdNow(services: Needs<'db' | 'clock'>, centerId: number, timezone: string) {
  const now = services.clock.now();
  const before = Array.from({ length: WEEKS }, (_, week) => daysLater(now, -7 * (week + 1), timezone));
  const [current, ...weeks] = await crowdAt(services, centerId, [now, ...before]);
  const known = weeks.filter(({ hasVisits }) => hasVisits).map(({ people }) => people);
  return { here: current?.people ?? 0, usual: median(known) };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
