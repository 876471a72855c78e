import type { Actor } from '../../../domain/declarations/actor.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import type { CommandServices } from '../../services.ts';
import { calendarFile, feedHost, type FeedEntry } from '../../platform/calendar-file.ts';
import { sessionRow, sessionRows } from '../sessions/listing/public-session.ts';
import { CHANGED_AT, sessionFeedEntries } from '../sessions/listing/session-entries.ts';

const DAY = 86_400_000;
/** In days from now, as other feeds. */
const SPAN = { back: 60, ahead: 400 } as const;

/** A ticket's status in a calendar, and the prefix of its title. */
const SHOWN: Readonly<Record<TicketStatus, { status: FeedEntry['status']; before: string; words: string }>> = {
  held: { status: 'tentative', before: 'Held: ', words: 'Your seat is held. Pay for it to confirm it.' },
  confirmed: { status: 'confirmed', before: '', words: 'You have a seat.' },
  waitlisted: { status: 'tentative', before: 'Waiting: ', words: 'You are on the waitlist.' },
  offered: { status: 'tentative', before: 'Offered: ', words: 'A seat is offered to you. Accept it on its page.' },
  cancelled: { status: 'cancelled', before: '', words: 'Your ticket is canceled.' },
  attended: { status: 'confirmed', before: '', words: 'You attended.' },
  late: { status: 'confirmed', before: '', words: 'You attended.' },
  noShow: { status: 'confirmed', before: '', words: '' },
};

/** The person's tickets as an iCalendar file; of each session the last one. People with a seat get the link to join. */
export async function ownFeed(
  services: CommandServices,
  { id: userId }: Pick<Actor, 'id'>,
  origin: string,
): Promise<string> {
  const { db, clock, settings } = services;
  const now = clock.now();
  const tickets = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(['t.instanceId', 't.status', 't.updatedAt', 'i.joinUrl'])
    .where('t.userId', '=', userId ?? 0)
    .where('i.status', '!=', 'draft')
    .where('i.endsAt', '>', new Date(now - SPAN.back * DAY).toISOString())
    .where('i.startsAt', '<', new Date(now + SPAN.ahead * DAY).toISOString())
    .orderBy((eb) => eb('t.status', '!=', 'cancelled'))
    .orderBy('t.id')
    .execute();
  const latest = new Map(tickets.map((ticket) => [ticket.instanceId, ticket]));
  const rows =
    latest.size === 0
      ? []
      : await sessionRows(db, 'holder')
          .select(CHANGED_AT.as('changedAt'))
          .where(({ eb, fn, val }) => eb('i.id', '=', fn.any(val([...latest.keys()]))))
          .orderBy('i.startsAt')
          .orderBy('i.id')
          .execute();
  const entries = rows.flatMap((row): FeedEntry[] => {
    const ticket = latest.get(row.id);
    if (ticket === undefined) return [];
    const known = sessionRow(services, row, true);
    const { title, summary } = known.session;
    const isOff = known.instance.status === 'cancelled';
    const { status, before, words } = SHOWN[ticket.status];
    const canJoin = !isOff && status === 'confirmed' && ticket.joinUrl !== null;
    const lines = [isOff ? 'The session is canceled.' : words, summary, canJoin ? `Join: ${ticket.joinUrl}` : ''];
    return sessionFeedEntries(known, origin, {
      title: `${isOff ? '' : before}${title}`,
      description: lines.filter((line) => line !== '').join('\n'),
      changedAt: Math.max(Date.parse(row.changedAt), Date.parse(ticket.updatedAt)),
      status: isOff ? 'cancelled' : status,
    });
  });
  return calendarFile('My events', feedHost(settings.publicUrl), entries);
}
