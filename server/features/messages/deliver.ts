import { randomUUID } from 'node:crypto';
import { deliveryFor, type Delivery, type MessageCategory } from '../../../domain/messages.ts';
import type { Tx } from '../../platform/database.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { Services } from '../../services.ts';
import { messageFor } from './mail-content.ts';
import { SEND_MAILS } from './outbox.ts';
import { dueTimes } from './quiet.ts';

/** A message that is written. */
export interface WrittenMessage {
  id: number;
  event: string;
  category: MessageCategory;
  subject: string;
}

export interface Reached {
  userId: number;
  address: string | null;
  name: string | null;
  delivery: Delivery;
}

/** The active accounts among these, each once, with the way that each has chosen. */
export async function reachedBy(tx: Tx, category: MessageCategory, userIds: readonly number[]): Promise<Reached[]> {
  const wanted = [...new Set(userIds)];
  const reached: Reached[] = [];
  for (const some of chunked(wanted)) {
    const rows = await tx
      .selectFrom('users as u')
      .leftJoin('messageChoices as c', (join) =>
        join.onRef('c.userId', '=', 'u.id').on('c.category', '=', category.key),
      )
      .select(['u.id as userId', 'u.email as address', 'u.displayName as name', 'c.delivery'])
      .where('u.id', 'in', some)
      .where('u.active', '=', true)
      .orderBy('u.id')
      .execute();
    for (const { delivery, ...person } of rows)
      reached.push({ ...person, delivery: deliveryFor(category, delivery ?? undefined) });
  }
  return reached;
}

/** Puts the message before people: in the portal, and as mails where they want those. Nobody gets one twice by mistake: it fails. */
export async function deliver(
  services: Services,
  tx: Tx,
  message: WrittenMessage,
  reached: readonly Reached[],
): Promise<void> {
  for (const some of chunked(reached)) {
    await tx
      .insertInto('messageRecipients')
      .values(some.map(({ userId }) => ({ messageId: message.id, userId })))
      .execute();
  }
  await mail(services, tx, message, reached);
}

/** Writes the mails of those who want them. */
export async function mail(
  services: Services,
  tx: Tx,
  message: WrittenMessage,
  reached: readonly Reached[],
): Promise<void> {
  const { category } = message;
  const mailed = reached.filter(({ address, delivery }) => address !== null && delivery !== 'portal');
  const host = new URL(siteOrigin(services.settings, null)).hostname;
  for (const some of chunked(mailed)) {
    const dueAt = await dueTimes(
      services,
      tx,
      some.map(({ userId }) => userId),
      category,
    );
    await tx
      .insertInto('mails')
      .values(
        some.map(({ userId, address, name, delivery }) => ({
          address: address ?? '',
          userId,
          messageId: message.id,
          category: category.key,
          event: message.event,
          state: delivery === 'digest' ? ('digest' as const) : ('queued' as const),
          subject: messageFor({ subject: message.subject, html: '' }, name ?? '', services.model.site.timezone).subject,
          dueAt: dueAt(userId),
          headerId: `<${randomUUID()}@${host}>`,
        })),
      )
      .execute();
  }
  if (mailed.some(({ delivery }) => delivery === 'mail')) await services.jobs.enqueue(tx, SEND_MAILS);
}

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const ROWS = 2_000;

function chunked<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += ROWS) chunks.push(items.slice(at, at + ROWS));
  return chunks;
}
