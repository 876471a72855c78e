import { sql } from 'kysely';
import type { SendAnnouncement } from '../../../domain/calls/announcements.ts';
import { type Actor, SYSTEM } from '../../../domain/declarations/actor.ts';
import { GRACE } from '../../../domain/messages/grace.ts';
import { htmlText } from '../../../domain/html/html-text.ts';
import type { MessageEvent } from '../../../domain/messages/messages.ts';
import { singleLine } from '../../../domain/messages/message-template.ts';
import type { Tx } from '../../platform/database.ts';
import { once } from '../../platform/idempotency.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import type { CommandServices, Needs, NoticeServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { type WrittenMessage, deliver, reachedBy } from '../messages/deliver.ts';
import { categoryOf, writeMessage } from '../messages/notify.ts';
import { announcementEvent, keepRecipients, requireSender } from './selection.ts';

export const SEND_ANNOUNCEMENT = 'announcements.send';

/** People per transaction: bounds memory, and what is repeated after an interruption. */
const BATCH = 2_000;

/**
 * Stores an announcement and its recipients. It is sent half a minute later, unless it is retracted. Returns its id,
 * for a repeated call that of the first.
 */
export async function announce(
  services: CommandServices,
  actor: Actor,
  { subject, html, ...selection }: SendAnnouncement,
  key: string | undefined,
): Promise<number> {
  requireSender(services, actor);
  const userId = requireAccountId(actor);
  const title = singleLine(subject);
  if (title === '' || htmlText(html).trim() === '')
    throw problem(400, 'announcements.empty', 'Not sent', 'Enter a subject and a text.');
  const { engine, clock, jobs } = services;
  return engine.transaction((tx) =>
    once<number>(tx, { userId, scope: 'announce', key, body: { title, html, ...selection } }, async () => {
      await requireSendQuota(services, tx, userId);
      const dueAt = new Date(clock.now() + GRACE);
      const values = {
        subject: title,
        html,
        state: 'waiting' as const,
        people: 0,
        source: selection.source,
        filter: selection.filter,
        senderId: userId,
        dueAt: dueAt.toISOString(),
      };
      const { id } = await engine.create(actor, 'announcements', values, { tx, command: true });
      const people = await keepRecipients(services, tx, actor, id, selection);
      if (people === 0) throw problem(409, 'announcements.nobody', 'Not sent', 'The list no longer contains anyone.');
      assertRecipientLimit(services, people);
      await tx.updateTable('announcements').set({ people }).where('id', '=', id).execute();
      await jobs.enqueue(tx, SEND_ANNOUNCEMENT, { id }, { at: dueAt });
      return id;
    }),
  );
}

/** Serializes a sender's announcements and limits them per hour. */
async function requireSendQuota({ clock, systemSettings }: NoticeServices, tx: Tx, senderId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', senderId).forUpdate().execute();
  const hourAgo = new Date(clock.now() - 3_600_000).toISOString();
  const recent = await tx
    .selectFrom('announcements')
    .select(['state', 'createdAt'])
    .where('senderId', '=', senderId)
    .where(({ eb, or }) => or([eb('state', 'in', ['waiting', 'sending']), eb('createdAt', '>', hourAgo)]))
    .orderBy('createdAt')
    .execute();
  if (recent.some(({ state }) => state === 'waiting' || state === 'sending'))
    throw problem(
      409,
      'announcements.not-yet',
      'Not sent yet',
      'Your last announcement is still being sent. Try again in a minute.',
    );
  const [first] = recent;
  const most = systemSettings.value('limits.announcementsPerHour');
  if (recent.length >= most && first)
    throw tooMany(
      'announcements.too-many',
      'Too many announcements',
      `You have sent ${most} ${most === 1 ? 'announcement' : 'announcements'} within an hour. Try again later.`,
      Math.max(1, Math.ceil((Date.parse(first.createdAt) - clock.now()) / 1000 + 3600)),
    );
}

function assertRecipientLimit({ systemSettings }: Needs<'systemSettings'>, people: number): void {
  const most = systemSettings.value('limits.announcementPeople');
  if (people <= most) return;
  throw problem(
    409,
    'announcements.too-many-people',
    'Not sent',
    `It would reach ${people} people; the limit is ${most}. Narrow down the list, or ask an administrator.`,
  );
}

/** Resumes announcements of a killed process, whose jobs the queue takes for running until they expire. */
export async function enqueueInterrupted({ db, jobs, clock }: CommandServices): Promise<void> {
  const due = await db
    .selectFrom('announcements')
    .select('id')
    .where('state', 'in', ['waiting', 'sending'])
    .where('dueAt', '<=', clock.instant())
    .execute();
  for (const { id } of due) await jobs.enqueue(db, SEND_ANNOUNCEMENT, { id });
}

/** Sends an announcement in batches, one transaction each, so that an interrupted one is resumed. */
export async function sendAnnouncement(services: CommandServices, id: number): Promise<void> {
  for (;;) {
    const isDone = await services.engine.transaction((tx) => sendBatch(services, tx, id));
    if (isDone) return;
  }
}

async function sendBatch(services: CommandServices, tx: Tx, id: number): Promise<boolean> {
  const { engine, clock, jobs } = services;
  const [row] = await engine.lock(tx, 'announcements', [id]);
  if (!row || row.state === 'cancelled' || row.state === 'sent') return true;
  const isFirst = row.state === 'waiting';
  if (isFirst && Date.parse(row.dueAt) > clock.now()) {
    await jobs.enqueue(tx, SEND_ANNOUNCEMENT, { id }, { at: new Date(row.dueAt) });
    return true;
  }
  if (isFirst) await engine.update(SYSTEM, 'announcements', id, { state: 'sending' }, { tx, command: true });
  const event = announcementEvent(services.model, row.source);
  const written = isFirst ? await write(services, tx, row, event) : await announcementMessage(services, tx, id);
  // What is needed now is not delayed.
  const message = event.isImmediate ? { ...written, neededBy: clock.now() + 60_000 } : written;
  const waiting = await tx
    .selectFrom('announcementRecipients')
    .select(['id', 'userId'])
    .where('announcementId', '=', id)
    .where('delivery', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const reached = await reachedBy(
    tx,
    message.category,
    waiting.map(({ userId }) => userId),
  );
  await deliver(services, tx, [{ message, reached: reached.filter(({ delivery }) => delivery !== 'none') }]);
  const ways = new Map(reached.map(({ userId, delivery }) => [userId, delivery]));
  await sql`update "announcementRecipients" r set "delivery" = w."delivery", "updatedAt" = atrium_now()
    from unnest(${waiting.map((one) => one.id)}::bigint[], ${waiting.map((one) => ways.get(one.userId) ?? 'left')}::text[])
      as w("id", "delivery")
    where r."id" = w."id"`.execute(tx);
  if (waiting.length === BATCH) return false;
  const sentAt = clock.instant();
  await engine.update(SYSTEM, 'announcements', id, { state: 'sent', sentAt }, { tx, command: true });
  return true;
}

type Announcement = { id: number; subject: string; html: string; senderId: number | null };

async function write(
  services: Needs<'model'>,
  tx: Tx,
  row: Announcement,
  { key }: MessageEvent,
): Promise<WrittenMessage> {
  const sender = await tx
    .selectFrom('users')
    .select(['id', 'displayName'])
    .where('id', '=', row.senderId ?? 0)
    .executeTakeFirst();
  return writeMessage(services, tx, {
    event: key,
    audience: 'people',
    values: { title: row.subject, text: row.html, sender: sender?.displayName ?? null },
    about: { resource: 'announcements', id: row.id, title: row.subject, path: null },
    ...(sender ? { author: { kind: 'Staff' as const, id: sender.id, name: sender.displayName } } : {}),
  });
}

async function announcementMessage({ model }: Needs<'model'>, tx: Tx, id: number): Promise<WrittenMessage> {
  const {
    id: messageId,
    event,
    subject,
  } = await tx
    .selectFrom('messages')
    .select(['id', 'event', 'subject'])
    .where('about', '=', 'announcements')
    .where('aboutId', '=', id)
    .executeTakeFirstOrThrow();
  const declared = model.messages.events.get(event);
  if (declared === undefined) throw new Error(`config/messages/events declares no "${event}"`);
  return { id: messageId, event, subject, category: categoryOf(model, declared) };
}
