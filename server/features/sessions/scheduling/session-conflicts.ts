import { formatClock, formatInstantDay } from '../../../../domain/values/formats.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { conflictsOf, type Conflict, type ClosedSpan } from './conflicts.ts';
import type { Session } from '../../../../domain/generated/resources.ts';
import type { SpecialHours } from '../../../../domain/hours/hours.ts';
import { dateSpans, type DateSpan } from '../../../../domain/sessions/session-dates.ts';
import type { Db } from '../../../platform/database.ts';
import { loopTurns } from '../../../platform/loop-turns.ts';
import { localDate, localText } from '../../../platform/zone-years.ts';
import type { Needs } from '../../../services.ts';
import { blocksAt, publicTitleOf, type PlannedBlock } from '../blocks/blocks-between.ts';
import { placeFromRow, type Place } from '../location.ts';
import { specialHoursOfAll } from './rows.ts';
import {
  blockedSpans,
  closedDuring,
  groupsByTime,
  meetingsOf,
  instructorConflicts,
  type DatedSession,
  type Meeting,
  type SessionGroup,
} from './session-groups.ts';

const DAY = 86_400_000;

/** A session as it is to be. Instants. */
export interface SessionPlan {
  /** Unique among the plans. */
  key: string;
  startsAt: string;
  endsAt: string;
  /** Each of several, with its own place. */
  dates?: Session['dates'];
  locationId: number | null;
  instructorIds: readonly number[] | null;
}

/**
 * Conflicts of planned sessions, by their keys: other sessions at their places or of their instructors, blocks and
 * closed hours. Checks no permission. `without`: instances that the plans replace. Long comparisons yield to other
 * requests.
 */
export async function conflictsOfPlans(
  services: Needs<'engine' | 'model'>,
  db: Db,
  actor: Actor,
  plans: readonly SessionPlan[],
  without: readonly number[],
): Promise<Map<string, Conflict[]>> {
  if (plans.length === 0) return new Map();
  const { engine, model } = services;
  const from = Math.min(...plans.map(({ startsAt }) => Date.parse(startsAt)));
  const to = Math.max(...plans.map(({ endsAt }) => Date.parse(endsAt)));
  const places = await placesOfPlans(services, db, plans);
  const nextTurn = loopTurns();
  const own: DatedSession[] = [];
  for (const plan of plans) {
    const zone = places.get(plan.locationId ?? 0)?.timezone ?? model.site.timezone;
    const title = `another session of this series, on ${formatInstantDay(plan.startsAt, zone)}`;
    own.push(datedSession(plan, title));
    await nextTurn();
  }
  const sessions = [...own];
  for (const row of await sessionsBetween(db, from, to, without)) {
    sessions.push(datedSession(row, row.title, (span) => timed(row.title, span, places.get(span.locationId ?? 0))));
    await nextTurn();
  }
  const [blocks, special] = await Promise.all([
    places.size === 0 ? [] : blocksAt(db, places.keys(), from, to),
    specialHoursOfAll({ db }, localDate(from - DAY, 'UTC'), localDate(to + DAY, 'UTC')),
  ]);
  const titleOf = blockTitle(engine.resolver.canRead(actor, engine.resolver.resource('blocks')));
  const compared = { sessions, blocks, special, places, titleOf, nextTurn };
  const found = new Map<string, Conflict[]>();
  const meetings: Meeting[] = [];
  for (const group of groupsByTime(own)) {
    const { conflicts, near } = await conflictsInGroup(group, compared);
    for (const [key, list] of conflicts) found.set(key, list);
    meetings.push(...(await meetingsOf(group.sessions, near)));
  }
  for (const [key, conflicts] of await instructorConflicts(db, meetings))
    found.set(key, [...(found.get(key) ?? []), ...conflicts]);
  return found;
}

interface Compared {
  sessions: readonly DatedSession[];
  blocks: readonly PlannedBlock[];
  special: readonly SpecialHours[];
  places: ReadonlyMap<number, Place>;
  titleOf: ReturnType<typeof blockTitle>;
  nextTurn: () => Promise<void>;
}

/** `near`: the sessions of its time. */
async function conflictsInGroup(
  group: SessionGroup,
  { sessions, blocks, special, places, titleOf, nextTurn }: Compared,
): Promise<{ conflicts: Map<string, Conflict[]>; near: DatedSession[] }> {
  const planned = group.sessions.flatMap(({ placed }) => placed);
  const near = sessions.filter(({ start, end }) => start < group.to && end > group.from);
  const blocked = await blockedSpans(planned, blocks, places, group, titleOf);
  const closed: ClosedSpan[] = [];
  for (const placeId of new Set(planned.map((span) => span.placeId))) {
    const place = places.get(placeId);
    if (place) closed.push(...closedDuring(group, place, special));
    await nextTurn();
  }
  const others = near.flatMap(({ placed }) => placed);
  const conflicts = conflictsOf(planned, blocked, closed, others);
  await nextTurn();
  return { conflicts, near };
}

/** "Overlaps Laser cutter training; During Maintenance" */
export function formatConflicts(conflicts: readonly Conflict[]): string {
  return conflicts.map(({ text }) => text).join('; ');
}

type OtherSession = SessionPlan & { title: string };

async function sessionsBetween(db: Db, from: number, to: number, without: readonly number[]): Promise<OtherSession[]> {
  const rows = await db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['i.id', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.locationId', 'i.instructorIds', 'e.title'])
    .where('i.status', 'in', ['draft', 'published'])
    .where('i.startsAt', '<', new Date(to).toISOString())
    .where('i.endsAt', '>', new Date(from).toISOString())
    .execute();
  const left = new Set(without);
  return rows.filter(({ id }) => !left.has(id)).map((row) => ({ ...row, key: `instance-${row.id}` }));
}

async function placesOfPlans(
  services: Needs<'model'>,
  db: Db,
  plans: readonly SessionPlan[],
): Promise<Map<number, Place>> {
  const ids = new Set<number>();
  for (const { locationId, dates } of plans) {
    if (locationId !== null) ids.add(locationId);
    for (const date of dates ?? []) if (date.locationId !== undefined) ids.add(date.locationId);
  }
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('locations')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, placeFromRow(services, row)]));
}

function datedSession(session: SessionPlan, title: string, titleOf = (_: DateSpan): string => title): DatedSession {
  const { key: id, startsAt, endsAt, dates = null, locationId, instructorIds } = session;
  const spans = dateSpans({ startsAt, endsAt, dates, locationId });
  return {
    id,
    title,
    start: Date.parse(startsAt),
    end: Date.parse(endsAt),
    spans,
    placed: spans.flatMap((span) =>
      span.locationId === null
        ? []
        : { id, placeId: span.locationId, start: span.startsAt, end: span.endsAt, title: titleOf(span) },
    ),
    instructorIds: new Set(instructorIds),
  };
}

/** "Laser cutter training, 10 AM – 11:30 AM" */
function timed(title: string, { startsAt, endsAt }: DateSpan, place: Place | undefined): string {
  const time = (instant: number) => formatClock(localText(instant, place?.timezone ?? 'UTC'));
  return place === undefined ? title : `${title}, ${time(startsAt)} – ${time(endsAt)}`;
}

function blockTitle(canReadBlocks: boolean): (block: PlannedBlock) => string {
  return (block) => (canReadBlocks ? block.title : (publicTitleOf(block) ?? 'a time that is taken'));
}

/** The zone in which sessions at a place are planned. */
export async function planningZone({ model }: Needs<'model'>, db: Db, locationId: number | null): Promise<string> {
  if (locationId === null) return model.site.timezone;
  const row = await db.selectFrom('locations').select('timezone').where('id', '=', locationId).executeTakeFirst();
  return row?.timezone ?? model.site.timezone;
}
