import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import {
  conflictsOf,
  closedSpans,
  overlaps,
  type PlannedSpan,
} from '../../server/features/sessions/scheduling/conflicts.ts';
import type { Block, Session, Location, SignUp } from '../../domain/generated/resources.ts';
import { hoursOfDays, type UsualHours } from '../../domain/hours/hours.ts';
import type { Json } from '../../domain/values/json.ts';
import { dateSpans } from '../../domain/sessions/session-dates.ts';
import { occurrencesOf } from '../../server/features/sessions/blocks/series.ts';
import { MadeRows, resolve } from '../../server/features/demo/demo-values.ts';

interface Demo {
  locations: Location[];
  blocks: Block[];
  events: { title: string }[];
  instances: (Session & { '@daily'?: number; '@ifFree'?: boolean })[];
  tickets: SignUp[];
}

const ZONE = 'America/Denver';
const DAY = 86_400_000;
const files = ['20-places', '30-events'].map(
  (name) =>
    JSON.parse(readFileSync(new URL(`../../config/demo/${name}.json`, import.meta.url), 'utf8')) as Record<
      string,
      Json[]
    >,
);
const source = Object.assign({}, ...files) as Record<keyof Demo, Json[]>;

/** References are the texts themselves. */
class Names extends MadeRows {
  override id(key: string): Json {
    return key;
  }
  override image(name: string): string {
    return name;
  }
}

function demoAt(now: DateTime): Demo {
  return resolve(source as unknown as Json, new Names(), now) as unknown as Demo;
}

/** Each weekday, in a week without a change of clocks. */
const STARTS = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
  DateTime.fromObject({ year: 2026, month: 9, day: 6 + weekday, hour: 9 }, { zone: ZONE }),
);

test.each(STARTS)('nothing is in the way of a session of the demonstration that begins on %s', (now) => {
  const { locations, blocks, instances } = demoAt(now);
  const placeIds = new Map(locations.map(({ displayName }, index) => [`locations:displayName=${displayName}`, index]));
  const placeId = (location: unknown) => placeIds.get(String(location)) ?? -1;
  const fixed = instances.filter((one) => one['@daily'] === undefined);
  const sessions = fixed.flatMap((one, index) =>
    dateSpans(one).map(
      ({ startsAt: start, endsAt: end, locationId }): PlannedSpan & { people: readonly unknown[] } => ({
        ...{ id: String(index), placeId: placeId(locationId), start, end },
        title: String(one.eventId),
        people: one.instructorIds ?? [],
      }),
    ),
  );
  const [from, to] = [now.toMillis() - 60 * DAY, now.toMillis() + 90 * DAY];
  const blocked = blocks.flatMap((block) =>
    occurrencesOf({ ...block, rule: block.rule ?? null, exceptDates: block.exceptDates ?? null }, ZONE, from, to).map(
      ({ date, startsAt, endsAt }) => ({
        ...{ id: `${block.title} ${date}`, placeId: placeId(block.locationId), start: startsAt, end: endsAt },
        title: block.title,
      }),
    ),
  );
  const first = DateTime.fromMillis(from).toISODate() ?? '';
  const closed = locations.flatMap(({ hours }, index) =>
    closedSpans(index, ZONE, hoursOfDays(first, 150, hours as UsualHours, [])),
  );
  expect(Object.fromEntries(conflictsOf(sessions, blocked, closed))).toEqual({});
  const byPerson = sessions.flatMap((one) => one.people.map((person) => ({ ...one, person })));
  const twice = overlaps(
    byPerson.map((one) => ({ ...one, placeId: 0 })),
    byPerson.map((one) => ({ ...one, placeId: 0 })),
  ).filter(([one, other]) => one.id !== other.id && one.person === other.person);
  expect(twice.map(([one, other]) => [one.title, other.title])).toEqual([]);
});

test.each(STARTS)('what is over is done, and has tickets that say who came, where it begins on %s', (now) => {
  const { instances, tickets } = demoAt(now);
  const fixed = instances.filter((one) => one['@ifFree'] !== true);
  const today = now.toISODate() ?? '';
  for (const one of fixed) {
    const date = DateTime.fromISO(one.startsAt, { zone: ZONE }).toISODate() ?? '';
    expect(one.status === 'done', `${String(one.eventId)} ${date}`).toBe(date < today);
  }
  const positions = tickets.map(({ instanceId }) => Number(String(instanceId).split(':')[1]));
  expect(Math.max(...positions)).toBeLessThanOrEqual(fixed.length);
  for (const [index, { status, checkedInAt }] of tickets.entries()) {
    const session = fixed[(positions[index] ?? 0) - 1];
    expect(['attended', 'late', 'noShow'].includes(status) ? session?.status : 'done').toBe('done');
    if (checkedInAt != null && session !== undefined) {
      const after = Date.parse(checkedInAt) - Date.parse(session.startsAt);
      expect(after >= 0 && after < 3_600_000, `${String(session.eventId)} ${checkedInAt}`).toBe(true);
    }
  }
});
