import type { Db } from '../../platform/database.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type MailContent, type MailOverview, mailCalls } from '../../../domain/calls/mails.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { type MailState, MAIL_STATES, MOST_COUNTED_MAILS } from '../../../domain/messages/mails.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { type OutgoingMail, mailSource } from '../../platform/mail/transport.ts';
import { ungranted } from '../../resources/refusals.ts';
import type { MailServices, ReadServices } from '../../services.ts';
import { composedMail } from './composed-mail.ts';
import { readOutage } from './outage.ts';
import { isSuppressed } from './suppressed.ts';

/** The mail as sent, without links that identify their reader. 404 unless the caller can read it. */
export async function openedMail(services: MailServices, actor: Actor, id: number): Promise<MailContent> {
  const { address, withheld, mail } = await openMail(services, actor, id);
  const isFailing = await isSuppressed(services.db, address);
  if (mail === null) return { withheld, headers: [], text: '', attachments: [], isSuppressed: isFailing };
  const { mailFrom, mailReplyTo } = services.settings;
  const host = new URL(siteOrigin(services.settings, null)).hostname;
  const source = await mailSource(mail, mailFrom ?? { name: '', address: `unset@${host}` }, mailReplyTo);
  const headers = readHeaders(source.toString()).filter(([name]) => mailFrom !== null || name !== 'From');
  return { withheld, headers, text: mail.text, attachments: attachmentsOf(mail), isSuppressed: isFailing };
}

function attachmentsOf({ calendar = [], files = [] }: OutgoingMail): MailContent['attachments'] {
  return [
    ...calendar.map(({ content }, index) => ({
      name: index === 0 ? 'invite.ics' : `invite-${index + 1}.ics`,
      type: 'text/calendar',
      bytes: Buffer.byteLength(content),
    })),
    ...files.map(({ name, type, content }) => ({ name, type, bytes: content.byteLength })),
  ];
}

/** Null if withheld. */
async function openedMailHtml(services: MailServices, actor: Actor, id: number): Promise<string | null> {
  return (await openMail(services, actor, id)).mail?.html ?? null;
}

async function openMail(
  services: MailServices,
  actor: Actor,
  id: number,
): Promise<{ address: string; withheld: MailContent['withheld']; mail: OutgoingMail | null }> {
  await services.engine.get(actor, 'mails', id);
  const row = await services.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { address } = row;
  if ((await isConfidential(services, row)) && !isUnlimited(actor))
    return { address, withheld: 'confidential', mail: null };
  const mail = await composedMail(services, row, { hidesLinks: true });
  return { address, withheld: mail === null ? 'gone' : null, mail };
}

/** A daily mail is as confidential as its messages. */
async function isConfidential({ db, model }: ReadServices, mail: { id: number; category: string }): Promise<boolean> {
  const keys = model.messages.categories.filter((category) => category.isConfidential).map(({ key }) => key);
  if (keys.includes(mail.category)) return true;
  if (keys.length === 0) return false;
  const delivery = await db
    .selectFrom('mails')
    .select('id')
    .where('digestId', '=', mail.id)
    .where('category', 'in', keys)
    .limit(1)
    .executeTakeFirst();
  return delivery !== undefined;
}

/** The lines before the first empty one, those that are continued as one. */
function readHeaders(source: string): [string, string][] {
  const [head = ''] = source.split('\r\n\r\n', 1);
  return head
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    });
}

/** A document of its own: no script, nothing from elsewhere, in frames of this site alone. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox";

export async function registerMails(app: FastifyInstance, services: MailServices): Promise<void> {
  addCalls(app, mailCalls, {
    'GET /api/mails/overview': ({ actor }) => mailOverview(services, actor),
    'GET /api/mails/:id/content': ({ actor, params, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return openedMail(services, actor, params.id);
    },
    'GET /api/mails/:id/html': async ({ actor, params, reply }) => {
      const html = await openedMailHtml(services, actor, params.id);
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', MAIL_POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(html ?? '<!doctype html><title>Mail</title>');
    },
  });
}

async function mailOverview(services: MailServices, actor: Actor): Promise<MailOverview> {
  const { engine, db, mail } = services;
  const resource = engine.resolver.resource('mails');
  if (!engine.resolver.canRead(actor, resource)) throw ungranted(actor, 'You do not have access to emails.');
  const counts = Object.fromEntries(
    await Promise.all(
      MAIL_STATES.map(async (state) => [
        state,
        isUnlimited(actor)
          ? await countInState(db, state)
          : (await engine.list(actor, 'mails', { filter: { state }, range: [0, 0] })).total,
      ]),
    ),
  ) as Record<MailState, number>;
  return {
    counts,
    isSending: mail !== null,
    outage: await readOutage(services),
  };
}

async function countInState(db: Db, state: MailState): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from (
      select 1 from "mails" where "state" = ${state} limit ${MOST_COUNTED_MAILS + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}
