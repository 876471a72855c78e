import { sql } from 'kysely';
import { transaction, type Tx } from '../../platform/database.ts';
import type { MailTransport, SendResult } from '../../platform/mail/transport.ts';
import type { Services } from '../../services.ts';
import { bounceAddress } from './bounce-address.ts';
import { composedMail, type OutboxMail } from './composed-mail.ts';
import { isSuppressed, suppress } from './suppressed.ts';

/** Sends what is due. */
export const SEND_MAILS = 'messages.send';

/** Seconds until the next attempt, after each that was put off. Then the mail is given up. The schedule looks once a minute. */
const PAUSES = [60, 60, 120, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 21_600, 21_600];
/** An attempt ends after a minute; what is still being sent after so many seconds was interrupted. */
const ATTEMPT = 60;
const INTERRUPTED = 180;
/** What waited longer, for want of a server, is news no more. */
const STALE_HOURS = 72;

/** Kept of the newest attempts. */
const MOST_TRIES = 20;

interface ClaimedMail extends OutboxMail {
  attempts: number;
  lastTriedAt: string;
  tries: MailTry[] | null;
}

/** What an attempt has brought. */
export interface MailTry {
  at: string;
  outcome: 'sent' | 'deferred' | 'refused' | 'unknown' | 'suppressed' | 'bounced';
  code?: number;
  answer: string;
}

/** The tries as the column takes them, with one more. */
export function withTry(tries: MailTry[] | null, { code, ...made }: Omit<MailTry, 'code'> & { code: number | null }) {
  const all: MailTry[] = [...(tries ?? []), { ...made, ...(code === null ? {} : { code }) }];
  return JSON.stringify(all.slice(-MOST_TRIES));
}

/**
 * Sends every mail that is due, one after another, until none is left or `signal` ends it. A mail is marked before it is sent, so an
 * interruption leaves at most one of which nobody knows whether it has arrived: that one is marked as in doubt and not sent again by
 * itself.
 */
export async function sendDueMails(services: Services, transport: MailTransport, signal: AbortSignal): Promise<number> {
  await markInterrupted(services);
  await giveUpStale(services);
  await followClock(services);
  let sent = 0;
  while (!signal.aborted) {
    const mail = await claim(services);
    if (mail === null) break;
    const result = await attempt(services, transport, mail, signal);
    await record(services, mail, result);
    if (result.outcome === 'sent') sent += 1;
  }
  return sent;
}

type Result = SendResult | { outcome: 'suppressed'; code: null; answer: string };

async function attempt(
  services: Services,
  transport: MailTransport,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<Result> {
  const composed = await composedMail(services, mail);
  if (composed === null) return { outcome: 'refused', code: 0, answer: 'Its message is gone.', isAddress: false };
  if (await isSuppressed(services.db, mail.address))
    return { outcome: 'suppressed', code: null, answer: 'Mails to this address come back.' };
  const returnPath = await bounceAddress(services.settings, mail.id);
  const sent = returnPath === null ? composed : { ...composed, returnPath };
  return transport.send(sent, AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT * 1000)]));
}

async function claim({ db, clock }: Services): Promise<ClaimedMail | null> {
  const now = clock.instant();
  const { rows } = await sql<ClaimedMail>`
    update "mails" set "state" = 'sending', "attempts" = "attempts" + 1, "lastTriedAt" = ${now}, "updatedAt" = ${now}
    where "id" = (
      select "id" from "mails" where "state" in ('queued', 'deferred') and "dueAt" <= ${now}
      order by "dueAt", "id" limit 1 for update skip locked)
    returning "id", "address", "userId", "messageId", "category", "subject", "headerId", "createdAt", "attempts", "lastTriedAt",
      "tries"`.execute(db);
  return rows[0] ?? null;
}

async function record({ db, clock }: Services, mail: ClaimedMail, result: Result): Promise<void> {
  const { outcome, code } = result;
  const pause = PAUSES[mail.attempts - 1];
  const isGivenUp = outcome === 'deferred' && pause === undefined;
  const answer = isGivenUp ? `Given up after ${mail.attempts} attempts. ${result.answer}` : result.answer;
  const state = isGivenUp ? 'refused' : outcome;
  const now = clock.instant();
  const dueAt = new Date(clock.now() + (pause ?? 0) * 1000).toISOString();
  await transaction(db, async (tx) => {
    const written = await tx
      .updateTable('mails')
      .set({
        state,
        lastCode: code,
        lastAnswer: answer,
        sentAt: outcome === 'sent' ? now : null,
        tries: withTry(mail.tries, { at: now, outcome: state, code, answer }),
        ...(state === 'deferred' ? { dueAt } : {}),
      })
      .where('id', '=', mail.id)
      .where('lastTriedAt', '=', mail.lastTriedAt)
      // It was given up for interrupted, if this attempt took long; and may have been sent again by somebody since.
      .where('state', 'in', ['sending', 'unknown'])
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n || state === 'deferred') return;
    if (mail.messageId === null) await settleBrought(tx, mail.id, state, code, answer, outcome === 'sent' ? now : null);
    if (result.outcome === 'refused' && result.isAddress)
      await suppress(tx, { address: mail.address, code, reason: answer, source: 'refusal' });
  });
}

/** What a daily mail brought has the fate of that mail. */
async function settleBrought(
  tx: Tx,
  id: number,
  state: 'sent' | 'refused' | 'unknown' | 'suppressed',
  code: number | null,
  answer: string,
  sentAt: string | null,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state, lastCode: code, lastAnswer: answer, sentAt })
    .where('digestId', '=', id)
    .where('state', '=', 'digest')
    .execute();
}

async function markInterrupted({ db, clock }: Services): Promise<void> {
  const before = new Date(clock.now() - INTERRUPTED * 1000).toISOString();
  const after = new Date(clock.now() + INTERRUPTED * 1000).toISOString();
  const answer = 'The server stopped while it was sent. It may have arrived.';
  await transaction(db, async (tx) => {
    const interrupted = await tx
      .updateTable('mails')
      .set({ state: 'unknown', lastAnswer: answer })
      .where('state', '=', 'sending')
      // Later than now: the clock was set back.
      .where(({ or, eb }) => or([eb('lastTriedAt', '<', before), eb('lastTriedAt', '>', after)]))
      .returning(['id', 'messageId'])
      .execute();
    for (const { id, messageId } of interrupted)
      if (messageId === null) await settleBrought(tx, id, 'unknown', null, answer, null);
  });
}

async function giveUpStale({ db, clock }: Services): Promise<void> {
  const before = new Date(clock.now() - STALE_HOURS * 3_600_000).toISOString();
  await db
    .updateTable('mails')
    .set({ state: 'refused', lastAnswer: `Not sent within ${STALE_HOURS} hours: there was no mail server.` })
    .where('state', '=', 'queued')
    .where('dueAt', '<', before)
    .execute();
}

/** A clock that was set back leaves no mail waiting for the time that it showed before. */
async function followClock({ db, clock }: Services): Promise<void> {
  const now = clock.instant();
  await sql`update "mails" set "dueAt" = ${now} where "state" in ('queued', 'deferred') and "dueAt" > ${now}
    and coalesce("lastTriedAt", "createdAt") > ${now}`.execute(db);
}
