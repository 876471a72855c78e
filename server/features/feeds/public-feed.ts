import type { Actor } from '../../../domain/declarations/actor.ts';
import { dateUid } from '../../../domain/sessions/session-dates.ts';
import type { Db } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { blocksBetween, publicTitleOf } from '../sessions/blocks/blocks-between.ts';
import { placeFor } from '../sessions/location.ts';
import { placeText, sessionsBetween, type PublicSession } from '../sessions/listing/public-entries.ts';
import { calendarFile, feedHost, type FeedEntry } from '../../platform/calendar-file.ts';

const DAY = 86_400_000;
/** What a feed holds, so that it stays small enough for every program. In days from now. */
export const FEED_DAYS = { back: 60, ahead: 400 } as const;

export async function publicFeed(
  services: CommandServices,
  actor: Actor,
  id: number | string,
  now: number = services.clock.now(),
): Promise<{ name: string; text: string }> {
  const { db, settings } = services;
  const place = await placeFor(services, actor, id);
  const [from, to] = [now - FEED_DAYS.back * DAY, now + FEED_DAYS.ahead * DAY];
  const [published, occurrences, changed] = await Promise.all([
    sessionsBetween(db, actor, place.id, from, to),
    blocksBetween(db, new Map([[place.id, place.timezone]]), from, to),
    placeChangedAt(db, place.id),
  ]);
  const where = placeText(place);
  const sessions = published.map((one) => sessionEntry(one, where, changed));
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
  const { id, nth, title, description, startsAt, endsAt } = session;
  return {
    uid: dateUid(id, nth),
    title,
    description,
    place,
    startsAt,
    endsAt,
    changedAt: Math.max(session.changedAt, placeChanged),
    status: 'confirmed',
  };
}

async function placeChangedAt(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('locations').select('updatedAt').where('id', '=', id).executeTakeFirst();
  return row ? Date.parse(row.updatedAt) : 0;
}
