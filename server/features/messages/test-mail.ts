import { randomUUID } from 'node:crypto';
import type { MessageEvent } from '../../../domain/messages/messages.ts';
import type { Tx } from '../../platform/database.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { tooMany } from '../../platform/problem.ts';
import type { NoticeServices } from '../../services.ts';
import type { WrittenMessage } from './mail-content.ts';
import { wakeOutbox } from './wake-outbox.ts';

export const TEMPLATE_TEST = 'templateTest';

const MOST = 10;
const MINUTES = 10;

/** Queues a test for its requester; it appears among no one's messages. 429 after too many. */
export async function queueTestMail(
  { clock, jobs, settings }: NoticeServices,
  tx: Tx,
  to: { userId: number; address: string },
  { category, kind }: MessageEvent,
  message: WrittenMessage,
): Promise<void> {
  await limitTests(tx, to.userId, clock.now());
  const { subject, html, about } = message;
  const { id } = await tx
    .insertInto('messages')
    .values({
      event: TEMPLATE_TEST,
      category,
      kind,
      subject,
      html,
      authorKind: 'System',
      aboutTitle: about?.title ?? null,
      aboutPath: about?.path ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('mails')
    .values({
      ...to,
      messageId: id,
      category,
      event: TEMPLATE_TEST,
      state: 'queued',
      subject: `[Test] ${subject}`.slice(0, 200),
      dueAt: clock.instant(),
      headerId: `<${randomUUID()}@${new URL(siteOrigin(settings, null)).hostname}>`,
    })
    .execute();
  await wakeOutbox({ jobs }, tx);
}

async function limitTests(tx: Tx, userId: number, now: number): Promise<void> {
  const { count } = await tx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('event', '=', TEMPLATE_TEST)
    .where('createdAt', '>', new Date(now - MINUTES * 60_000).toISOString())
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST) return;
  const detail = `You have sent ${MOST} tests within ${MINUTES} minutes. Try again later.`;
  throw tooMany('templates.too-many-tests', 'Not sent', detail, MINUTES * 60);
}
