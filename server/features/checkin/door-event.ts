import type { Actor } from '../../../domain/declarations/actor.ts';
import type { DoorEvent, DoorEvents, DoorSession } from '../../../domain/calls/door.ts';
import { DOOR_DAYS } from '../../../domain/sessions/door.ts';
import { problem } from '../../platform/problem.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs, ReadServices } from '../../services.ts';
import { withCounts } from './list.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { sessionRow, sessionRows } from '../sessions/listing/public-session.ts';

const DAY = 86_400_000;

export async function doorEvents(services: ReadServices, actor: Actor): Promise<DoorEvents> {
  requireDoorStaff(actor);
  const now = services.clock.now();
  const sessions = (await around(services, now).execute()).map((row) => sessionRow(services, row).session);
  const events = new Map<number, DoorEvents['events'][number]>();
  for (const { eventId, title, start, end, timezone } of sessions) {
    const event = events.get(eventId) ?? { id: eventId, title, today: 0, next: null };
    events.set(eventId, {
      ...event,
      today: event.today + (start.slice(0, 10) === localDate(now, timezone) ? 1 : 0),
      next: event.next ?? (Date.parse(end) > now ? start : null),
    });
  }
  return { events: [...events.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en') || a.id - b.id) };
}

export async function doorEvent(services: ReadServices, actor: Actor, id: number): Promise<DoorEvent> {
  requireDoorStaff(actor);
  const { db, clock } = services;
  const now = clock.now();
  const event = await db
    .selectFrom('events')
    .select('title')
    .where('id', '=', id)
    .where('active', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (event === undefined) throw problem(404, 'events.no-event', 'Not found', 'This event does not exist.');
  const rows = await around(services, now).where('i.eventId', '=', id).execute();
  const sessions = await withCounts(
    services,
    rows.map((row) => sessionRow(services, row)),
    now,
  );
  return { id, title: event.title, sessions: sessions.map((session) => ({ ...session, day: dayOf(session, now) })) };
}

function dayOf({ start, timezone }: DoorSession, now: number): DoorEvent['sessions'][number]['day'] {
  const [date, today] = [start.slice(0, 10), localDate(now, timezone)];
  return date === today ? 'today' : date < today ? 'past' : 'future';
}

function around({ db }: Needs<'db'>, now: number) {
  const at = (days: number): string => new Date(now + days * DAY).toISOString();
  return sessionRows(db)
    .where('i.status', '!=', 'draft')
    .where('i.startsAt', '>=', at(-DOOR_DAYS))
    .where('i.startsAt', '<=', at(DOOR_DAYS))
    .orderBy('i.startsAt')
    .orderBy('i.id');
}
