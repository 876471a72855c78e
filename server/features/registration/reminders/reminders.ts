import type { Actor } from '../../../../domain/declarations/actor.ts';
import { quietSpan, type QuietHours } from '../../../../domain/messages/quiet-hours.ts';
import { REMINDERS, USUAL_REMINDERS, type Reminder, type ReminderTimes } from '../../../../domain/sessions/signup.ts';
import { dateSpans } from '../../../../domain/sessions/session-dates.ts';
import { daysLater } from '../../../../domain/values/zoned-time.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { NOW } from '../../../platform/database.ts';
import type { CommandServices, Needs, ReadServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { notify } from '../../messages/notify.ts';
import { quietHoursOf } from '../../messages/quiet.ts';
import { placedDates } from '../../sessions/listing/calendar-entry.ts';
import { ticketLink } from '../seats/ticket-notice.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { readInstance } from '../../sessions/instance.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** By how much a day may be longer or shorter than 24 hours. */
const CLOCK_CHANGE = 2 * HOUR;

/** By local days of the session's place, so that a reminder comes at the time of day of the start. */
const BEFORE: Readonly<Record<Reminder, { dueAt: (startsAt: number, zone: string) => number; longest: number }>> = {
  week: { dueAt: (startsAt, zone) => daysLater(startsAt, -7, zone), longest: 7 * DAY + CLOCK_CHANGE },
  day: { dueAt: (startsAt, zone) => daysLater(startsAt, -1, zone), longest: DAY + CLOCK_CHANGE },
  hour: { dueAt: (startsAt) => startsAt - HOUR, longest: HOUR },
};
/** How late a reminder is still sent, as after an outage; later it would be wrong. */
const LATE: Readonly<Record<Reminder, number>> = { week: DAY, day: 6 * HOUR, hour: HOUR / 2 };
/**
 * Quiet hours delay mails. One that would arrive later than this before the date is sent this long before the quiet
 * hours instead.
 */
const AHEAD = HOUR / 2;
/** The job runs more often than that. */
const PAUSE = 10 * 60_000;

export async function reminderTimes({ db }: Needs<'db'>, actor: Actor): Promise<ReminderTimes> {
  const row = await db
    .selectFrom('reminderTimes')
    .select(REMINDERS)
    .where('userId', '=', requireAccountId(actor))
    .executeTakeFirst();
  return row ?? USUAL_REMINDERS;
}

export async function chooseReminders(
  { db }: Needs<'db'>,
  actor: Actor,
  { week, day, hour }: ReminderTimes,
): Promise<ReminderTimes> {
  const chosen = { week, day, hour };
  await db
    .insertInto('reminderTimes')
    .values({ userId: requireAccountId(actor), ...chosen })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...chosen, updatedAt: NOW }))
    .execute();
  return chosen;
}

/**
 * Reminds everyone with a seat at their chosen times: once per time and date of the session, and again when it is
 * moved.
 */
export async function sendReminders(services: CommandServices): Promise<void> {
  await forEachSettled(REMINDERS, async (before) =>
    forEachSettled(await dueReminders(services, before), (due) => remind(services, due)),
  );
}

interface DueReminder {
  ticketId: number;
  before: Reminder;
  /** Of the date, in epoch milliseconds. */
  startsAt: number;
}

/** A date of a session, with the reminder's usual time. In epoch milliseconds. */
interface NearDate {
  instanceId: number;
  nth: number;
  startsAt: number;
  usual: number;
}

async function dueReminders(services: CommandServices, before: Reminder): Promise<DueReminder[]> {
  const { db, clock } = services;
  const now = clock.now();
  const dates = await nearDates(services, before);
  if (dates.length === 0) return [];
  const tickets = await db
    .selectFrom('tickets as t')
    .leftJoin('reminderTimes as r', 'r.userId', 't.userId')
    .select(['t.id', 't.instanceId', 't.userId', 't.status', 't.createdAt', `r.${before} as chosen`])
    .where('t.instanceId', 'in', [...new Set(dates.map(({ instanceId }) => instanceId))])
    .where('t.status', 'in', ['confirmed', 'attended', 'late'])
    .orderBy('t.id')
    .execute();
  const wanted = tickets.filter(({ chosen }) => chosen ?? USUAL_REMINDERS[before]);
  const quiet = await quietHoursOf(services, db, [...new Set(wanted.map(({ userId }) => userId))]);
  const due = wanted.flatMap(({ id, instanceId, userId, status, createdAt }) =>
    dates
      // Attendees of an earlier date have a seat in the later ones.
      .filter((date) => date.instanceId === instanceId && (date.nth > 1 || status === 'confirmed'))
      .filter((date) => {
        const { at, until } = sentAt(date, before, quiet(userId));
        // Later sign-ups have just been informed.
        return at <= now && now < until && Date.parse(createdAt) < at;
      })
      .map(({ startsAt }): DueReminder => ({ ticketId: id, before, startsAt })),
  );
  return withoutSent(services, due, before);
}

/** The dates whose reminder is due, or may be within a day: quiet hours are no longer. */
async function nearDates({ db, clock, model }: ReadServices, before: Reminder): Promise<NearDate[]> {
  const now = clock.now();
  const { dueAt, longest } = BEFORE[before];
  const rows = await db
    .selectFrom('instances as i')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['i.id', 'i.startsAt', 'i.endsAt', 'i.dates', 'l.timezone'])
    .where('i.status', '=', 'published')
    .where('i.endsAt', '>', new Date(now).toISOString())
    .where('i.startsAt', '<=', new Date(now + longest + DAY + AHEAD).toISOString())
    .execute();
  return rows.flatMap((row) =>
    dateSpans(row)
      .map(({ nth, startsAt }) => {
        const usual = dueAt(startsAt, row.timezone ?? model.site.timezone);
        return { instanceId: row.id, nth, startsAt, usual };
      })
      .filter(({ startsAt, usual }) => {
        const isNear = usual - DAY - AHEAD <= now && now < usual + LATE[before];
        return isNear && now < startsAt;
      }),
  );
}

/** From when until when the reminder of a date is sent to someone with these quiet hours, in epoch milliseconds. */
function sentAt(
  { startsAt, usual }: NearDate,
  before: Reminder,
  hours: QuietHours | null,
): { at: number; until: number } {
  const quiet = hours === null ? null : (quietSpan(usual, hours) ?? quietSpan(usual + PAUSE, hours));
  if (quiet === null || quiet.until <= startsAt - AHEAD) return { at: usual, until: usual + LATE[before] };
  return { at: quiet.from - AHEAD, until: quiet.from };
}

async function withoutSent({ db }: Needs<'db'>, due: readonly DueReminder[], before: Reminder): Promise<DueReminder[]> {
  if (due.length === 0) return [];
  const rows = await db
    .selectFrom('ticketReminders')
    .select(['ticketId', 'startsAt'])
    .where('before', '=', before)
    .where('ticketId', 'in', [...new Set(due.map(({ ticketId }) => ticketId))])
    .execute();
  const sent = new Set(rows.map(({ ticketId, startsAt }) => `${ticketId} ${Date.parse(startsAt)}`));
  return due.filter(({ ticketId, startsAt }) => !sent.has(`${ticketId} ${startsAt}`));
}

async function remind(services: CommandServices, { ticketId, before, startsAt }: DueReminder): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const [ticket] = await services.engine.lock(tx, 'tickets', [ticketId]);
    if (ticket === undefined || !['confirmed', 'attended', 'late'].includes(ticket.status)) return;
    const instance = await readInstance(services, tx, ticket.instanceId);
    if (instance.status !== 'published' || !instance.isEventActive) return;
    const row = await tx
      .selectFrom('instances')
      .select(['startsAt', 'endsAt', 'dates', 'locationId', 'locationNote'])
      .where('id', '=', instance.id)
      .executeTakeFirstOrThrow();
    const date = (await placedDates(services, tx, row)).find((one) => one.startsAt === startsAt);
    // Moved in the meantime.
    if (date === undefined) return;
    const start = new Date(startsAt).toISOString();
    const sent = await tx
      .insertInto('ticketReminders')
      .values({ ticketId, before, startsAt: start })
      .onConflict((conflict) => conflict.columns(['ticketId', 'before', 'startsAt']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (sent === undefined) return;
    const { title } = instance;
    const { place } = date;
    await notify(services, tx, {
      event: 'ticketReminder',
      audience: 'attendee',
      recipients: [ticket.userId],
      about: { resource: 'tickets', id: ticketId, title, path: null },
      neededBy: startsAt,
      zone: date.timezone,
      values: {
        event: { text: title, path: `/signup/details/${instance.id}` },
        ...{ title, startsAt: start, place, when: formatDates([date]), ticket: ticketLink(instance.id) },
      },
    });
  });
}
