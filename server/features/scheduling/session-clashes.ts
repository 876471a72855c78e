import type { Actor } from '../../../domain/actor.ts';
import { clashesOf, closedSpans, overlaps, type Clash, type PlannedSpan } from '../../../domain/clashes.ts';
import type { EventInstance } from '../../../domain/generated/resources.ts';
import { spansOf, type DateSpan } from '../../../domain/session-dates.ts';
import { hoursOfDays } from '../../../domain/hours.ts';
import type { Db } from '../../platform/database.ts';
import { localDate, localText } from '../../platform/zone-years.ts';
import type { Services } from '../../services.ts';
import { blocksBetween, publicTitleOf } from '../blocks/blocks-between.ts';
import { placeFromRow, type Place } from '../places/location.ts';
import { specialHoursOfAll } from './rows.ts';

const DAY = 86_400_000;

/** A session as it is to be. Instants. */
export interface SessionPlan {
  /** Unique among the plans. */
  key: string;
  startsAt: string;
  endsAt: string;
  /** Each of several, with its own place. */
  dates?: EventInstance['dates'];
  locationId: number | null;
  instructorIds: readonly number[] | null;
}

/**
 * What is in the way of sessions, by their keys: other sessions at their places or of their instructors, blocks and closed hours. Asks for
 * no permission. `without`: instances that are not compared with, because the plans take their place.
 */
export async function clashesOfPlans(
  services: Services,
  db: Db,
  actor: Actor,
  plans: readonly SessionPlan[],
  without: readonly number[],
): Promise<Map<string, Clash[]>> {
  if (plans.length === 0) return new Map();
  const from = Math.min(...plans.map(({ startsAt }) => Date.parse(startsAt)));
  const to = Math.max(...plans.map(({ endsAt }) => Date.parse(endsAt)));
  const places = await placesOf(services, db, plans);
  const others = await sessionsBetween(db, from, to, without);
  const own = plans.map((plan) => {
    const date = localDate(
      Date.parse(plan.startsAt),
      places.get(plan.locationId ?? 0)?.timezone ?? services.model.site.timezone,
    );
    return { ...plan, id: plan.key, title: `another session of this series, on ${date}` };
  });
  const zones = new Map([...places].map(([id, { timezone }]) => [id, timezone]));
  const [blocks, special] = await Promise.all([
    zones.size === 0 ? [] : blocksBetween(db, zones, from, to),
    specialHoursOfAll({ db }, localDate(from - DAY, 'UTC'), localDate(to + DAY, 'UTC')),
  ]);
  const mayReadBlocks = services.engine.resolver.canRead(actor, services.engine.resolver.resource('blocks'));
  const found = clashesOf(
    own.flatMap((plan) => spanOf(plan)),
    blocks.flatMap(({ block, date, startsAt, endsAt }) =>
      block.kind === 'hold'
        ? []
        : {
            id: `block-${block.id}-${date}`,
            placeId: block.locationId,
            start: startsAt,
            end: endsAt,
            title: mayReadBlocks ? block.title : (publicTitleOf(block) ?? 'a time that is taken'),
          },
    ),
    [...places.values()].flatMap((place) => {
      if (place.hours === null) return [];
      const first = localDate(from - DAY, place.timezone);
      const days = Math.ceil((to - from) / DAY) + 3;
      const theirs = special.filter(({ locationId }) => locationId === null || locationId === place.id);
      return closedSpans(place.id, place.timezone, hoursOfDays(first, days, place.hours, theirs));
    }),
    [
      ...own.flatMap((plan) => spanOf(plan)),
      ...others.flatMap((one) => spanOf(one, (span) => timed(one, span, places.get(span.locationId ?? 0)))),
    ],
  );
  for (const [key, clashes] of await personClashes(db, own, others))
    found.set(key, [...(found.get(key) ?? []), ...clashes]);
  return found;
}

/** "Overlaps Laser cutter training; During Maintenance" */
export function clashWords(clashes: readonly Clash[]): string {
  return clashes.map(({ words }) => words).join('; ');
}

async function sessionsBetween(db: Db, from: number, to: number, without: readonly number[]): Promise<Titled[]> {
  const rows = await db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['i.id', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.locationId', 'i.instructorIds', 'e.title'])
    .where('i.status', 'in', ['draft', 'published'])
    .where('i.startsAt', '<', new Date(to).toISOString())
    .where('i.endsAt', '>', new Date(from).toISOString())
    .execute();
  const left = new Set(without);
  return rows
    .filter(({ id }) => !left.has(id))
    .map((row) => ({ ...row, key: `instance-${row.id}`, id: `instance-${row.id}` }));
}

async function placesOf(services: Services, db: Db, plans: readonly SessionPlan[]): Promise<Map<number, Place>> {
  const ids = [...new Set(plans.flatMap((plan) => datesOf(plan).flatMap(({ locationId }) => locationId ?? [])))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('locations').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, placeFromRow(services, row)]));
}

type Titled = SessionPlan & { id: string; title: string };

function datesOf({ startsAt, endsAt, dates = null, locationId }: SessionPlan): DateSpan[] {
  return spansOf({ startsAt, endsAt, dates, locationId });
}

/** Its dates that have a place. */
function spanOf(one: Titled, titleOf: (span: DateSpan) => string = () => one.title): PlannedSpan[] {
  return datesOf(one).flatMap((span) =>
    span.locationId === null
      ? []
      : { id: one.id, placeId: span.locationId, start: span.startsAt, end: span.endsAt, title: titleOf(span) },
  );
}

/** "Laser cutter training, 10:00 to 11:30" */
function timed({ title }: Titled, { startsAt, endsAt }: DateSpan, place: Place | undefined): string {
  const time = (instant: number) => localText(instant, place?.timezone ?? 'UTC').slice(11, 16);
  return place === undefined ? title : `${title}, ${time(startsAt)} to ${time(endsAt)}`;
}

/** Who would be at two sessions at once. */
async function personClashes(db: Db, own: readonly Titled[], others: readonly Titled[]): Promise<Map<string, Clash[]>> {
  const byPerson = (sessions: readonly Titled[]) =>
    sessions.flatMap((session) =>
      (session.instructorIds ?? []).flatMap((placeId) =>
        datesOf(session).map(({ startsAt: start, endsAt: end }) => ({
          id: session.id,
          placeId,
          start,
          end,
          title: session.title,
        })),
      ),
    );
  const pairs = overlaps(byPerson(own), byPerson([...own, ...others])).filter(([one, other]) => one.id !== other.id);
  if (pairs.length === 0) return new Map();
  const people = await db
    .selectFrom('users')
    .select(['id', 'displayName'])
    .where('id', 'in', [...new Set(pairs.map(([{ placeId }]) => placeId))])
    .execute();
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  const found = new Map<string, Clash[]>();
  for (const [{ id, placeId }, other] of pairs) {
    const words = `${names.get(placeId) ?? 'The instructor'} is at ${other.title}`;
    const list = found.get(id) ?? [];
    if (!list.some((one) => one.words === words)) list.push({ kind: 'person', with: other.id, words });
    found.set(id, list);
  }
  return found;
}

/** The zone in which sessions at a place are planned. */
export async function zoneOf({ model }: Services, db: Db, locationId: number | null): Promise<string> {
  if (locationId === null) return model.site.timezone;
  const row = await db.selectFrom('locations').select('timezone').where('id', '=', locationId).executeTakeFirst();
  return row?.timezone ?? model.site.timezone;
}
