import type { Actor } from '../../../domain/actor.ts';
import { REMINDERS, USUAL_REMINDERS, type Reminder, type ReminderTimes } from '../../../domain/reminder-calls.ts';
import { daysLater } from '../../../domain/zoned-time.ts';
import { NOW } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { notify } from '../messages/notify.ts';
import { readInstance } from './instance.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** By how much a day may be longer or shorter than 24 hours. */
const CLOCK_CHANGE = 2 * HOUR;

/** Days by the clock of the session's place, so that a reminder comes at the time of day at which it begins. */
const BEFORE: Readonly<Record<Reminder, { dueAt: (startsAt: number, zone: string) => number; longest: number }>> = {
  week: { dueAt: (startsAt, zone) => daysLater(startsAt, -7, zone), longest: 7 * DAY + CLOCK_CHANGE },
  day: { dueAt: (startsAt, zone) => daysLater(startsAt, -1, zone), longest: DAY + CLOCK_CHANGE },
  hour: { dueAt: (startsAt) => startsAt - HOUR, longest: HOUR },
};
/** A reminder that could not be sent in time, as while no server ran, is sent for so long; later it would say the wrong thing. */
const LATE: Readonly<Record<Reminder, number>> = { week: DAY, day: 6 * HOUR, hour: HOUR / 2 };

export async function reminderTimes({ db }: Services, actor: Actor): Promise<ReminderTimes> {
  const row = await db
    .selectFrom('reminderTimes')
    .select(REMINDERS)
    .where('userId', '=', accountOf(actor))
    .executeTakeFirst();
  return row ?? USUAL_REMINDERS;
}

export async function chooseReminders(
  { db }: Services,
  actor: Actor,
  { week, day, hour }: ReminderTimes,
): Promise<ReminderTimes> {
  const chosen = { week, day, hour };
  await db
    .insertInto('reminderTimes')
    .values({ userId: accountOf(actor), ...chosen })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...chosen, updatedAt: NOW }))
    .execute();
  return chosen;
}

/** Reminds everybody with a seat at the times that they have chosen: once for each time, and anew when the session is moved. */
export async function sendReminders(services: Services): Promise<void> {
  for (const before of REMINDERS) {
    for (const ticketId of await dueTickets(services, before)) await remind(services, ticketId, before);
  }
}

async function dueTickets({ db, clock, model }: Services, before: Reminder): Promise<number[]> {
  const now = clock.now();
  const { dueAt, longest } = BEFORE[before];
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .leftJoin('reminderTimes as r', 'r.userId', 't.userId')
    .select(['t.id', 't.createdAt', 'i.startsAt', 'l.timezone', `r.${before} as chosen`])
    .where('t.status', '=', 'confirmed')
    .where('i.status', '=', 'published')
    .where('i.startsAt', '>', new Date(now).toISOString())
    .where('i.startsAt', '<=', new Date(now + longest).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticketReminders as s')
            .select('s.id')
            .whereRef('s.ticketId', '=', 't.id')
            .whereRef('s.startsAt', '=', 'i.startsAt')
            .where('s.before', '=', before),
        ),
      ),
    )
    .orderBy('t.id')
    .execute();
  return rows
    .filter(({ createdAt, startsAt, timezone, chosen }) => {
      const due = dueAt(Date.parse(startsAt), timezone ?? model.site.timezone);
      // Who signs up after that has just been told.
      const isDue = due <= now && now < due + LATE[before] && Date.parse(createdAt) < due;
      return isDue && (chosen ?? USUAL_REMINDERS[before]);
    })
    .map(({ id }) => id);
}

/** Locks the ticket: of two processes one sends it, and who cancels meanwhile is not reminded. */
async function remind(services: Services, ticketId: number, before: Reminder): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const [ticket] = await services.engine.lock(tx, 'tickets', [ticketId]);
    if (ticket?.status !== 'confirmed') return;
    const instance = await readInstance(tx, ticket.instanceId);
    if (instance.status !== 'published' || !instance.isEventActive) return;
    const startsAt = new Date(instance.startsAt).toISOString();
    const sent = await tx
      .insertInto('ticketReminders')
      .values({ ticketId, before, startsAt })
      .onConflict((conflict) => conflict.columns(['ticketId', 'before', 'startsAt']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (sent === undefined) return;
    const { title, place } = instance;
    await notify(services, tx, {
      event: 'ticketReminder',
      audience: 'attendee',
      recipients: [ticket.userId],
      about: { resource: 'tickets', id: ticketId, title, path: null },
      values: { event: { text: title, path: `/signup/details/${instance.id}` }, title, startsAt, place },
    });
  });
}
