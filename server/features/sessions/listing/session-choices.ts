import { sql } from 'kysely';
import type { SessionChoices } from '../../../../domain/calls/sessions.ts';
import { columnRefs, PREPARED } from '../../../platform/database.ts';
import type { Needs } from '../../../services.ts';
import { isListed, type Viewer } from '../visibility.ts';
import { placeText } from './public-entries.ts';

const I = columnRefs('instances', 'i');
const E = columnRefs('events', 'e');
const C = columnRefs('categories', 'c');
const L = columnRefs('locations', 'l');

interface Choice {
  eventId: number;
  title: string;
  categoryId: number | null;
  categoryName: string | null;
  locationId: number | null;
  displayName: string | null;
  buildingCode: string | null;
  room: string | null;
}

export async function sessionChoices({ db, clock }: Needs<'clock' | 'db'>, viewer: Viewer): Promise<SessionChoices> {
  const { rows } = await sql<Choice>`${PREPARED}
    select ${E.id} as "eventId", ${E.title}, ${C.id} as "categoryId", ${C.name} as "categoryName", ${L.id} as "locationId",
      ${L.displayName}, ${L.buildingCode}, ${L.room}
    from (
      select distinct ${I.eventId}, ${I.locationId} from "instances" i join "events" e on ${E.id} = ${I.eventId}
      where ${I.status} = 'published' and ${I.endsAt} > ${clock.instant()} and ${isListed(viewer)}) i
    join "events" e on ${E.id} = ${I.eventId}
    left join "categories" c on ${C.id} = ${E.categoryId} and ${C.active}
    left join "locations" l on ${L.id} = ${I.locationId} and ${L.active} and ${L.isPublic}`.execute(db);
  const events = new Map<number, SessionChoices['events'][number]>();
  const [categories, places] = [new Map<number, string>(), new Map<number, string>()];
  for (const { eventId, title, categoryId, categoryName, locationId, displayName, buildingCode, room } of rows) {
    events.set(eventId, { id: eventId, title, categoryId });
    if (categoryId !== null) categories.set(categoryId, categoryName ?? '');
    if (locationId !== null)
      places.set(
        locationId,
        placeText({ displayName: displayName ?? '', buildingCode: buildingCode ?? '', room: room ?? '' }),
      );
  }
  return {
    events: [...events.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en') || a.id - b.id),
    categories: named(categories),
    places: named(places),
  };
}

function named(names: ReadonlyMap<number, string>): { id: number; name: string }[] {
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}
