import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Services } from '../../../services.ts';
import { notifyMerged } from '../../messages/merge-notices.ts';
import { calendarParts, nextSequence, placedDates } from '../../sessions/listing/calendar-entry.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { nextOf, OF_SERIES } from './notify-changes.ts';

/** A deleted session has no tickets; its instructors and their calendars are notified of the cancellation. */
export async function notifyOfDeletion(
  services: Services,
  tx: Tx,
  actor: Actor,
  session: RowOf<'instances'>,
): Promise<void> {
  const now = services.clock.now();
  const { id, eventId, calendarSequence } = session;
  const recipients = (session.instructorIds ?? []).filter((one) => one !== actor.id);
  const isKnown = session.status === 'published' && Date.parse(session.endsAt) > now;
  if (actor.system === true || !isKnown || recipients.length === 0) return;
  const dates = await placedDates(services, tx, session);
  const { title } = await tx.selectFrom('events').select('title').where('id', '=', eventId).executeTakeFirstOrThrow();
  const sequence = nextSequence(calendarSequence ?? 0, now);
  const neededBy = nextOf(dates, now);
  const notice = {
    event: 'sessionCancelled',
    audience: 'instructor',
    recipients,
    about: { resource: 'instances', id, title, path: null },
    // Its own page no longer exists.
    values: { event: { text: title, path: '/signup/upcomingworkshops' }, title, now: formatDates(dates) },
    calendar: calendarParts(services, { id, title, description: '', dates }, 'CANCEL', sequence),
    joins: OF_SERIES,
    ...(neededBy === null ? {} : { neededBy }),
  };
  await notifyMerged(services, tx, [notice]);
}
