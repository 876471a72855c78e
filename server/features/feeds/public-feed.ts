import type { Actor } from '../../../domain/actor.ts';
import { columnRefs, PREPARED, type Db } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { sql } from 'kysely';
import { blocksBetween, publicTitleOf } from '../blocks/blocks-between.ts';
import { placeFor } from '../places/location.ts';
import { placeText, sessionsBetween, type PublicSession } from '../places/public-entries.ts';
import { calendarFile, feedHost, type FeedEntry } from './calendar-file.ts';

const DAY = 86_400_000;
/** What a feed holds, so that it stays small enough for every program. In days from now. */
export const FEED_DAYS = { back: 60, ahead: 400 } as const;

/** The feed of a place: what a visitor may know. Throws 404 when the location does not exist for the caller. */
export async function publicFeed(
  services: Services,
  actor: Actor,
  id: number | string,
  now: number = services.clock.now(),
): Promise<{ name: string; text: string }> {
  const { db, settings } = services;
  const place = await placeFor(services, actor, id);
  const [from, to] = [now - FEED_DAYS.back * DAY, now + FEED_DAYS.ahead * DAY];
  const [shown, cancelled, occurrences, changed] = await Promise.all([
    sessionsBetween(db, place.id, from, to),
    sessionsBetween(db, place.id, from, to, ['cancelled']),
    blocksBetween(db, new Map([[place.id, place.timezone]]), from, to),
    placeChangedAt(db, place.id),
  ]);
  const known = await oncePublished(
    db,
    cancelled.map((one) => one.id),
  );
  const where = placeText(place);
  const sessions = [...shown, ...cancelled.filter((one) => known.has(one.id))].map((one) =>
    sessionEntry(one, where, changed),
  );
  const blocks = occurrences.flatMap(({ block, date, startsAt, endsAt }): FeedEntry[] => {
    const title = publicTitleOf(block);
    if (title === null) return [];
    const changedAt = Math.max(Date.parse(block.updatedAt), changed);
    const uid = `block-${block.id}-${date}`;
    return [{ uid, title, description: '', place: where, startsAt, endsAt, changedAt, status: 'confirmed' }];
  });
  const entries = [...sessions, ...blocks].toSorted((a, b) => a.startsAt - b.startsAt);
  return { name: place.displayName, text: calendarFile(where, feedHost(settings.publicUrl), entries) };
}

function sessionEntry(session: PublicSession, place: string, placeChanged: number): FeedEntry {
  const { id, title, description, startsAt, endsAt } = session;
  return {
    uid: `session-${id}`,
    title,
    description,
    place,
    startsAt,
    endsAt,
    changedAt: Math.max(session.changedAt, placeChanged),
    status: session.status === 'cancelled' ? 'cancelled' : 'confirmed',
  };
}

const AUDIT = columnRefs('auditEntries', 'a');

/** Of cancelled sessions those that were published until they were cancelled: only they are struck through, the others never shown. */
async function oncePublished(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string; was: boolean | null }>`${PREPARED}
    select distinct on (${AUDIT.recordId}) ${AUDIT.recordId} as "id", ${AUDIT.before} ->> 'status' = 'published' as "was"
    from "auditEntries" a
    where ${AUDIT.resource} = 'instances' and ${AUDIT.recordId} = any(${ids.map(String)})
      and ${AUDIT.after} ->> 'status' = 'cancelled'
    order by ${AUDIT.recordId}, ${AUDIT.id} desc`.execute(db);
  return new Set(rows.filter(({ was }) => was).map(({ id }) => Number(id)));
}

/** A place that is renamed changes all its entries. */
async function placeChangedAt(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('locations').select('updatedAt').where('id', '=', id).executeTakeFirst();
  return row ? Date.parse(row.updatedAt) : 0;
}
