import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { MAIL_STATES, MOST_COUNTED_MAILS, type MailState } from '../../../domain/messages/mails.ts';
import { mailCalls, type MailOverview } from '../../../domain/calls/mails.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { ungranted } from '../../resources/refusals.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Services } from '../../services.ts';
import { openedMail, openedMailHtml } from './opened-mail.ts';
import { readOutage } from './outage.ts';

/** A document of its own: no script, nothing from elsewhere, in frames of this site alone. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox";

export async function registerMails(app: FastifyInstance, services: Services): Promise<void> {
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

async function mailOverview(services: Services, actor: Actor): Promise<MailOverview> {
  const { engine, db, mail } = services;
  const resource = engine.resolver.resource('mails');
  if (!engine.resolver.canRead(actor, resource)) throw ungranted(actor, 'You may not see mails.');
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

async function countInState(db: Services['db'], state: MailState): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from (
      select 1 from "mails" where "state" = ${state} limit ${MOST_COUNTED_MAILS + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}
