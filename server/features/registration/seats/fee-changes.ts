import type { Actor } from '../../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { CommandServices } from '../../../services.ts';
import { notifyMerged } from '../../messages/merge-notices.ts';
import type { Notice } from '../../messages/notify.ts';
import { placedDates } from '../../sessions/listing/calendar-entry.ts';
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
  const sessions = await tx
    .selectFrom('instances')
    .selectAll()
    .where('eventId', '=', after.id)
    .where('status', '=', 'published')
    .where('waiting', '>', 0)
    .where('endsAt', '>', services.clock.instant())
    .orderBy('startsAt')
    .execute();
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
        ...{ title: after.title, when: formatDates(dates), price, before },
      },
      joins: { lines: ['when'], link: 'event' },
      held: { topic: `price-${session.id}`, before, after: price, keeps: ['before'] },
      ...(neededBy === null ? {} : { neededBy }),
    });
  }
  await notifyMerged(services, tx, notices);
}

function priceText({ feeCents }: RowOf<'events'>): string {
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
