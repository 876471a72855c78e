import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { type Delivery, type MessageCategory, deliveryFor } from '../../../domain/messages/messages.ts';
import { prepared, type Db, type Tx } from '../../platform/database.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { insertRecords } from '../../platform/insert-records.ts';
import type { NoticeServices } from '../../services.ts';
import { nextDigestAt } from './digest-window.ts';
import { messageFor } from './mail-content.ts';
import { quietEnds } from './quiet.ts';
import { wakeOutbox } from './wake-outbox.ts';

/** A mail later than this before `neededBy` is useless. */
const LEAD_TIME = 30 * 60_000;

interface TimedMail {
  userId: number;
  delivery: 'mail' | 'digest';
  isMandatory: boolean;
  /** Epoch milliseconds. */
  neededBy?: number | undefined;
}

interface MailTiming {
  state: 'queued' | 'digest';
  dueAt: string;
}

/**
 * The only place that decides when mails of a category are sent: mandatory ones immediately; others at the end of their
 * reader's quiet hours, or with the next daily mail, but immediately if that would be too late.
 */
async function mailTimings(
  services: NoticeServices,
  db: Db | Tx,
  mails: readonly TimedMail[],
  { isUrgent }: Pick<MessageCategory, 'isUrgent'>,
): Promise<MailTiming[]> {
  const now = services.clock.now();
  const immediately: MailTiming = { state: 'queued', dueAt: new Date(now).toISOString() };
  const waiting = mails.filter(({ isMandatory }) => !isMandatory);
  if (waiting.length === 0 || (isUrgent && waiting.every(({ delivery }) => delivery === 'mail')))
    return mails.map(() => immediately);
  const quietEnd = await quietEnds(services, db, [...new Set(waiting.map(({ userId }) => userId))]);
  const nextDigest = nextDigestAt(now, services.model.site.timezone);
  return mails.map(({ userId, delivery, isMandatory, neededBy = Number.POSITIVE_INFINITY }) => {
    if (isMandatory || (isUrgent && delivery === 'mail')) return immediately;
    const due = quietEnd(userId, now);
    const arrives = delivery === 'digest' ? quietEnd(userId, nextDigest) : due;
    if (now < neededBy && neededBy - LEAD_TIME < arrives) return immediately;
    return { state: delivery === 'digest' ? 'digest' : 'queued', dueAt: new Date(due).toISOString() };
  });
}

export interface WrittenMessage {
  id: number;
  event: string;
  category: MessageCategory;
  subject: string;
  /** Epoch milliseconds (Notice). */
  neededBy?: number | undefined;
  /** Of the notice. */
  topic?: string | undefined;
}

export interface Reached {
  userId: number;
  address: string | null;
  name: string | null;
  delivery: Delivery;
  /** Sent immediately, whatever they have chosen. */
  isMandatory: boolean;
}

export async function reachedBy(tx: Tx, category: MessageCategory, userIds: readonly number[]): Promise<Reached[]> {
  const wanted = [...new Set(userIds)];
  const reached: Reached[] = [];
  for (const some of chunked(wanted, ROWS)) {
    const query = tx
      .selectFrom('users as u')
      .leftJoin('messageChoices as c', (join) =>
        join.onRef('c.userId', '=', 'u.id').on('c.category', '=', category.key),
      )
      .select(['u.id as userId', 'u.email as address', 'u.displayName as name', 'c.delivery'])
      .where('u.id', '=', sql<number>`any(${some}::bigint[])`)
      .where('u.active', '=', true)
      .orderBy('u.id');
    for (const { delivery, ...person } of await prepared(tx, query))
      reached.push({
        ...person,
        delivery: deliveryFor(category, delivery ?? undefined),
        isMandatory: category.isRequired,
      });
  }
  return reached;
}

export interface Delivered {
  message: WrittenMessage;
  reached: readonly Reached[];
  /** The account whose own action it reports: it has read the message. */
  actorId?: number | null | undefined;
}

/** Delivers messages in the portal, and as mails to people who want those. A duplicate recipient fails. */
export async function deliver(services: NoticeServices, tx: Tx, deliveries: readonly Delivered[]): Promise<void> {
  const now = services.clock.instant();
  const rows = deliveries.flatMap(({ message, reached, actorId }) =>
    reached.map(({ userId }) => ({ messageId: message.id, userId, readAt: userId === actorId ? now : null })),
  );
  for (const some of chunked(rows, ROWS)) await insertRecords(tx, 'messageRecipients', some);
  await mail(services, tx, deliveries);
}

export async function mail(services: NoticeServices, tx: Tx, deliveries: readonly Delivered[]): Promise<void> {
  const host = new URL(siteOrigin(services.settings, null)).hostname;
  const { timezone } = services.model.site;
  const mailed = deliveries.flatMap(({ message, reached }) =>
    reached.flatMap((person) => {
      const { userId, address, delivery, isMandatory } = person;
      if (address === null || (delivery !== 'mail' && delivery !== 'digest')) return [];
      return [{ message, person, address, userId, delivery, isMandatory, neededBy: message.neededBy }];
    }),
  );
  let hasQueued = false;
  for (const [category, ofCategory] of Map.groupBy(mailed, ({ message }) => message.category))
    for (const some of chunked(ofCategory, ROWS)) {
      const timings = await mailTimings(services, tx, some, category);
      const rows = some.map(({ message, person, address, userId, isMandatory }, index) => ({
        address,
        userId,
        messageId: message.id,
        topic: message.topic ?? null,
        category: category.key,
        event: message.event,
        isMandatory,
        ...timings[index]!,
        subject: messageFor({ subject: message.subject, html: '' }, person.name ?? '', timezone).subject,
        headerId: `<${randomUUID()}@${host}>`,
      }));
      hasQueued ||= rows.some(({ state }) => state === 'queued');
      await insertRecords(tx, 'mails', rows);
    }
  if (hasQueued) await wakeOutbox(services, tx);
}

const ROWS = 2_000;

export function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
