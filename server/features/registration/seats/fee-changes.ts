import type { Actor } from '../../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import type { ChangeNotices } from '../../../resources/change-notices.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CommandServices, Needs } from '../../../services.ts';
import { notifyMerged } from '../../messages/merge-notices.ts';
import type { Notice } from '../../messages/notify.ts';
import { placedDates } from '../../sessions/listing/calendar-entry.ts';
import { changeNote } from '../../sessions/session-change.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { nextStart } from './notify-changes.ts';

interface FeeChange {
  actor: Actor;
  before: RowOf<'events'>;
  after: RowOf<'events'>;
}

/**
 * Notifies waitlisted people of an event's new price, which an offered seat then costs. Those with a seat keep its price. Waits as long as
 * the change can be undone.
 */
export async function notifyOfFee(services: CommandServices, tx: Tx, change: FeeChange): Promise<void> {
  const { actor, after } = change;
  const [before, price] = [change.before, after].map(priceText) as [string, string];
  if (actor.system === true || before === price) return;
  const now = services.clock.now();
  const sessions = await upcomingOf(services, tx, [after.id]).selectAll().orderBy('startsAt').execute();
  const notices: Notice[] = [];
  for (const session of sessions) {
    const dates = await placedDates(services, tx, session);
    const neededBy = nextStart(dates, now);
    notices.push({
      event: 'priceChanged',
      audience: 'attendee',
      recipients: await waitlistedIn(tx, session.id),
      about: { resource: 'instances', id: session.id, title: after.title, path: null },
      values: {
        event: { text: after.title, path: `/signup/details/${session.id}` },
        ...{ title: after.title, when: formatDates(dates), price, before, note: changeNote(tx).text },
      },
      joins: { lines: ['when'], link: 'event' },
      held: { topic: `price-${session.id}`, before, after: price, keeps: ['before'] },
      ...(neededBy === null ? {} : { neededBy }),
    });
  }
  await notifyMerged(services, tx, notices);
}

/** Of changes of events in their form and in the list. */
export function feeNotices(services: CommandServices): ChangeNotices {
  const { db } = services;
  return {
    addNote: (tx, text) => (changeNote(tx).text = text),
    count: async (_, ids, values) => {
      const feeCents = values['feeCents'];
      // What is no amount is refused when it is saved.
      if (feeCents !== null && typeof feeCents !== 'number') return 0;
      const after = priceText({ feeCents });
      const events = await db
        .selectFrom('events')
        .select(['id', 'feeCents'])
        .where('id', 'in', [0, ...ids])
        .execute();
      const changed = events.filter((event) => priceText(event) !== after).map(({ id }) => id);
      const row = await db
        .selectFrom('tickets')
        .innerJoin('users', 'users.id', 'tickets.userId')
        .select(({ fn }) => fn.count<string>('userId').distinct().as('people'))
        .where('tickets.status', '=', 'waitlisted')
        .where('users.active', '=', true)
        .where('instanceId', 'in', upcomingOf(services, db, changed).select('id'))
        .executeTakeFirstOrThrow();
      return Number(row.people);
    },
  };
}

/** Sessions that people wait for. */
function upcomingOf({ clock }: Needs<'clock'>, db: Db, eventIds: readonly number[]) {
  return db
    .selectFrom('instances')
    .where('eventId', 'in', [0, ...eventIds])
    .where('status', '=', 'published')
    .where('waiting', '>', 0)
    .where('endsAt', '>', clock.instant());
}

function priceText({ feeCents }: Pick<RowOf<'events'>, 'feeCents'>): string {
  return (feeCents ?? 0) > 0 ? formatMoney(feeCents ?? 0) : 'Free';
}

async function waitlistedIn(tx: Tx, instanceId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('tickets')
    .select('userId')
    .where('instanceId', '=', instanceId)
    .where('status', '=', 'waitlisted')
    .orderBy('id')
    .execute();
  return rows.map(({ userId }) => userId);
}
