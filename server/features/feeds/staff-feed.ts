import type { Actor } from '../../../domain/declarations/actor.ts';
import { dateUid } from '../../../domain/sessions/session-dates.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { CommandServices, Needs, RowServices } from '../../services.ts';
import type { SeenRow } from '../../resources/typed-rows.ts';
import { blocksBetween } from '../sessions/blocks/blocks-between.ts';
import { placeFor, placeFromRow, type Place } from '../sessions/location.ts';
import { placeText } from '../sessions/listing/public-entries.ts';
import { readAll, readById } from '../../resources/read-rows.ts';
import { visibleDates, perhapsAt } from '../sessions/scheduling/rows.ts';
import { calendarFile, feedHost, type FeedEntry } from '../../platform/calendar-file.ts';
import { FEED_DAYS } from './public-feed.ts';

const DAY = 86_400_000;
/** Across all places. */
const MOST_SESSIONS = 50_000;
const STATUSES = { draft: 'tentative', published: 'confirmed', done: 'confirmed', cancelled: 'cancelled' } as const;

export async function staffFeed(
  services: CommandServices,
  actor: Actor,
  { title, locationId }: { title: string; locationId: number | null },
): Promise<string> {
  const now = services.clock.now();
  const [from, to] = [now - FEED_DAYS.back * DAY, now + FEED_DAYS.ahead * DAY];
  const places = new Map((await feedPlaces(services, actor, locationId)).map((place) => [place.id, place]));
  const [sessions, blocks] = await Promise.all([
    sessionEntries(services, actor, places, { locationId, from, to }),
    blockEntries(services, actor, places, from, to),
  ]);
  const entries = [...sessions, ...blocks].toSorted((a, b) => a.startsAt - b.startsAt);
  return calendarFile(title, feedHost(services.settings.publicUrl), entries);
}

async function feedPlaces(services: RowServices, actor: Actor, locationId: number | null): Promise<Place[]> {
  if (locationId !== null) return [await placeFor(services, actor, locationId)];
  const { rows } = await readAll(services, actor, 'locations', { filter: {}, sort: 'displayName' });
  return rows.map((row) => placeFromRow(services, row));
}

async function sessionEntries(
  services: RowServices,
  actor: Actor,
  places: ReadonlyMap<number, Place>,
  { locationId, from, to }: { locationId: number | null; from: number; to: number },
): Promise<FeedEntry[]> {
  if (!canReadResource(services, actor, 'instances')) return [];
  const filter = {
    startsAt_lt: iso(to),
    endsAt_gt: iso(from),
    ...(locationId === null ? {} : perhapsAt(services, actor, [locationId])),
  };
  const { rows } = await readAll(services, actor, 'instances', { filter, sort: 'startsAt', most: MOST_SESSIONS });
  const events = await readById(
    services,
    actor,
    'events',
    rows.map(({ eventId }) => eventId),
  );
  return rows.flatMap((row) => {
    const { id, status, capacity, confirmed } = row;
    const event = row.eventId == null ? undefined : events.get(row.eventId);
    const title = event?.title ?? 'Session';
    const spans = visibleDates(row).filter(
      (span) => span.startsAt < to && span.endsAt > from && (locationId === null || span.locationId === locationId),
    );
    return spans.map((span): FeedEntry => {
      const place = places.get(span.locationId ?? 0);
      return {
        uid: dateUid(Number(id), span.nth),
        title: status === 'draft' ? `${title} (draft)` : title,
        description: capacity == null ? '' : `${confirmed ?? 0} of ${capacity} seats taken`,
        place: place ? placeText(place) : '',
        startsAt: span.startsAt,
        endsAt: span.endsAt,
        changedAt: latest(row.updatedAt, event?.updatedAt),
        status: STATUSES[status ?? 'draft'],
      };
    });
  });
}

async function blockEntries(
  services: RowServices,
  actor: Actor,
  places: ReadonlyMap<number, Place>,
  from: number,
  to: number,
): Promise<FeedEntry[]> {
  if (!canReadResource(services, actor, 'blocks') || places.size === 0) return [];
  const zones = new Map([...places.values()].map(({ id, timezone }) => [id, timezone]));
  const occurrences = await blocksBetween(services.db, zones, from, to);
  const seen = await readById(
    services,
    actor,
    'blocks',
    occurrences.map(({ block }) => block.id),
  );
  const kinds = services.model.resources.get('blocks')?.schema.properties['kind']?.['x-labels'] ?? {};
  return occurrences.flatMap(({ block: { id, locationId }, date, startsAt, endsAt }): FeedEntry[] => {
    const block: SeenRow<'blocks'> | undefined = seen.get(id);
    const place = places.get(locationId);
    if (!block || !place) return [];
    const kind = kinds[block.kind ?? ''];
    return [
      {
        uid: `block-${id}-${date}`,
        title: [kind, block.title].filter((part) => part != null).join(': '),
        description: block.publicTitle == null ? '' : `Visitors see: ${block.publicTitle}`,
        place: placeText(place),
        startsAt,
        endsAt,
        changedAt: latest(block.updatedAt),
        status: block.kind === 'hold' ? 'tentative' : 'confirmed',
      },
    ];
  });
}

function canReadResource({ engine }: Needs<'engine'>, actor: Actor, name: string): boolean {
  return engine.resolver.canRead(actor, engine.resolver.resource(name));
}

function latest(...instants: (Json | undefined)[]): number {
  return Math.max(0, ...instants.flatMap((instant) => (typeof instant === 'string' ? Date.parse(instant) : [])));
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
