import { sql, type Updateable } from 'kysely';
import type { Tables } from '../../../domain/generated/tables.ts';
import { ADDRESS_CONFIRMATION } from '../../../domain/messages/messages.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { MailTransport, SendResult } from '../../platform/mail/transport.ts';
import type { MailServices, Needs, ReadServices } from '../../services.ts';
import { bounceAddress } from './bounce-address.ts';
import { composedMail, type OutboxMail } from './composed-mail.ts';
import { endOutage, readOutage } from './outage.ts';
import { isSuppressed, suppress } from './suppressed.ts';
import { cancelUnwanted } from './unwanted.ts';

const PAUSES = [60, 60, 120, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 21_600, 21_600];
/** Attempts time out after a minute; a mail in sending for longer than this was interrupted. Seconds. */
const ATTEMPT = 60;
const INTERRUPTED = 180;
/** After this wait for a server, news is stale. */
const STALE_HOURS = 72;

const MOST_TRIES = 20;
const MOST_ANSWER = 1000;

/** Mails per selection: an urgent one waits for these at most. */
const CHOSEN = 10;

/** After this many recent mails, a recipient yields to others. */
const MANY_LATELY = 10;
const LATELY = 10 * 60_000;

interface ClaimedMail extends OutboxMail {
  attempts: number;
  lastTriedAt: string;
  tries: MailTry[] | null;
}

/** The result of an attempt. `unavailable`: the server has accepted no mail at all since then. */
export interface MailTry {
  at: string;
  outcome: 'sent' | 'deferred' | 'refused' | 'unknown' | 'suppressed' | 'bounced' | 'unavailable';
  code?: number;
  answer: string;
}

/** The tries with one more. Consecutive ones without a server are merged. */
export function withTry(tries: MailTry[] | null, { code, ...made }: Omit<MailTry, 'code'> & { code: number | null }) {
  const known = tries ?? [];
  const last = known.at(-1);
  const isSame = made.outcome === 'unavailable' && last?.outcome === 'unavailable';
  const at = isSame ? last.at : made.at;
  const all: MailTry[] = [
    ...(isSame ? known.slice(0, -1) : known),
    { ...made, at, ...(code === null ? {} : { code }) },
  ];
  return JSON.stringify(all.slice(-MOST_TRIES));
}

/**
 * Sends all due mails one after another, until none is left, `signal` is aborted, or the server accepts no more. Categories go in their
 * declared order, and recipients take turns. A mail is marked before it is sent. An interruption therefore leaves at most one mail whose
 * delivery is uncertain; it is marked as in doubt and not sent again. `isFirst`: the first run of a process ignores an earlier pause,
 * because new settings may have fixed its cause.
 */
export async function sendDueMails(
  services: MailServices,
  transport: MailTransport,
  signal: AbortSignal,
  { isFirst = false } = {},
): Promise<number> {
  await markInterrupted(services);
  await giveUpStale(services);
  await cancelUnwanted(services, { states: ['queued', 'deferred'], dueUntil: services.clock.instant() });
  await followClock(services);
  const outage = isFirst ? null : await readOutage(services);
  if (outage !== null && Date.parse(outage.nextAt) > services.clock.now()) return 0;
  let sent = 0;
  for (;;) {
    const chosen = await dueMails(services);
    if (chosen.length === 0) return sent;
    for (const id of chosen) {
      if (signal.aborted) return sent;
      const mail = await claim(services, id);
      if (mail === null) continue;
      const result = await attempt(services, transport, mail);
      await record(services, mail, result);
      if (result.outcome === 'sent') {
        if (sent === 0) await endOutage(services);
        sent += 1;
      }
      if (result.outcome === 'unavailable' || result.outcome === 'unknown') return sent;
    }
  }
}

type Result = SendResult | { outcome: 'suppressed'; code: null; answer: string };

async function attempt(services: MailServices, transport: MailTransport, mail: ClaimedMail): Promise<Result> {
  const composed = await composedMail(services, mail);
  if (composed === null)
    return { outcome: 'refused', code: null, answer: 'Its message was deleted.', isAddress: false };
  // Requesting a mail to a bounced address says that it works by now; suppressions by staff remain.
  if (await isSuppressed(services.db, mail.address, { byStaff: mail.event === ADDRESS_CONFIRMATION }))
    return { outcome: 'suppressed', code: null, answer: 'Emails to this address bounce.' };
  const returnPath = await bounceAddress(services.settings, mail.id);
  const sent = returnPath === null ? composed : { ...composed, returnPath };
  return transport.send(sent, AbortSignal.timeout(ATTEMPT * 1000));
}

/**
 * The next due mails. Those for which the server refused all mails are last: one of them may be the cause. Recipients
 * take turns, and one with many recent mails yields to the others, in all categories.
 */
async function dueMails({ db, clock, model }: ReadServices): Promise<number[]> {
  const order = sql.join(model.messages.categories.map(({ key }) => key));
  const lately = new Date(clock.now() - LATELY).toISOString();
  const { rows } = await sql<{ id: number }>`
    with "due" as (
      select "id", lower("address") as "recipient", "dueAt", "tries"->-1->>'outcome' is not distinct from 'unavailable' as "isLast",
        "isMandatory" is not true as "isOptional",
        array_position(array[${order}]::text[], "category"::text) as "rank"
      from "mails" where "state" in ('queued', 'deferred') and "dueAt" <= ${clock.instant()}
    ), "served" as (
      select lower("address") as "recipient" from "mails" where "sentAt" > ${lately} group by 1 having count(*) >= ${MANY_LATELY}
    )
    select "id" from (
      select "due".*, row_number() over (partition by "recipient", "isOptional", "rank" order by "dueAt", "id") as "turn" from "due"
    ) "mail"
    order by "isLast", "isOptional", "recipient" in (select "recipient" from "served"), "rank", "turn", "dueAt", "id" limit ${CHOSEN}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** null: taken by another process, or canceled. */
async function claim({ db, clock }: Needs<'clock' | 'db'>, id: number): Promise<ClaimedMail | null> {
  const now = clock.instant();
  const { rows } = await sql<ClaimedMail>`
    update "mails" set "state" = 'sending', "attempts" = "attempts" + 1, "lastTriedAt" = ${now}, "updatedAt" = ${now}
    where "id" = ${id} and "state" in ('queued', 'deferred') and "dueAt" <= ${now}
    returning "id", "address", "userId", "messageId", "category", "event", "isMandatory", "subject", "headerId", "createdAt", "attempts", "lastTriedAt",
      "tries"`.execute(db);
  return rows[0] ?? null;
}

async function record({ db, clock }: Needs<'clock' | 'db'>, mail: ClaimedMail, result: Result): Promise<void> {
  const { outcome, code } = result;
  const now = clock.instant();
  const { state, answer, ...next } = stateAfter(mail, result, clock.now());
  const made = outcome === 'unavailable' || state === 'queued' ? 'unavailable' : state;
  const sent = { state, lastCode: code, lastAnswer: answer, sentAt: outcome === 'sent' ? now : null };
  await transaction(db, async (tx) => {
    const written = await tx
      .updateTable('mails')
      .set({
        ...sent,
        tries: withTry(mail.tries, { at: now, outcome: made, code, answer }),
        ...next,
      })
      .where('id', '=', mail.id)
      .where('lastTriedAt', '=', mail.lastTriedAt)
      // A long attempt is marked as interrupted, and its mail may have been sent again.
      .where('state', 'in', ['sending', 'unknown'])
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n || state === 'deferred' || state === 'queued') return;
    if (mail.messageId === null) await updateDigestedMails(tx, mail.id, sent);
    if (result.outcome === 'refused' && result.isAddress)
      await suppress(tx, { address: mail.address, code, reason: answer, source: 'refusal' });
  });
}

function stateAfter(mail: ClaimedMail, { outcome, answer }: Result, now: number) {
  const said = (text: string): string => text.slice(0, MOST_ANSWER);
  // The attempt does not count.
  if (outcome === 'unavailable') {
    const state = mail.attempts > 1 ? ('deferred' as const) : ('queued' as const);
    return { state, answer: said(answer), attempts: mail.attempts - 1, dueAt: new Date(now).toISOString() };
  }
  if (outcome !== 'deferred') return { state: outcome, answer: said(answer) };
  const pause = PAUSES[mail.attempts - 1];
  if (pause === undefined)
    return { state: 'refused' as const, answer: said(`Failed after ${mail.attempts} attempts. ${answer}`) };
  return { state: outcome, answer: said(answer), dueAt: new Date(now + pause * 1000).toISOString() };
}

/** Mails in a daily mail share its result. */
async function updateDigestedMails(tx: Tx, id: number, values: Updateable<Tables['mails']>): Promise<void> {
  await tx.updateTable('mails').set(values).where('digestId', '=', id).where('state', '=', 'digest').execute();
}

async function markInterrupted({ db, clock }: Needs<'clock' | 'db'>): Promise<void> {
  const before = new Date(clock.now() - INTERRUPTED * 1000).toISOString();
  const after = new Date(clock.now() + INTERRUPTED * 1000).toISOString();
  const answer = 'The server stopped while sending it. It may have arrived.';
  await transaction(db, async (tx) => {
    const interrupted = await tx
      .updateTable('mails')
      .set({ state: 'unknown', lastAnswer: answer })
      .where('state', '=', 'sending')
      // In the future: the clock was set back.
      .where(({ or, eb }) => or([eb('lastTriedAt', '<', before), eb('lastTriedAt', '>', after)]))
      .returning(['id', 'messageId'])
      .execute();
    for (const { id, messageId } of interrupted)
      if (messageId === null) await updateDigestedMails(tx, id, { state: 'unknown', lastAnswer: answer });
  });
}

/** Mails that were due long ago, or waited as long for the server. */
async function giveUpStale({ db, clock }: Needs<'clock' | 'db'>): Promise<void> {
  const before = new Date(clock.now() - STALE_HOURS * 3_600_000).toISOString();
  const answer = `Not sent within ${STALE_HOURS} hours: no mail server accepted it.`;
  const tried = JSON.stringify([{ at: clock.instant(), outcome: 'refused', answer }]);
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; messageId: number | null }>`
      update "mails" set "state" = 'refused', "lastAnswer" = ${answer},
        "tries" = (case when jsonb_array_length("tries") >= ${MOST_TRIES} then "tries" - 0 else coalesce("tries", '[]') end) || ${tried}::jsonb
      where ("state" = 'queued' and "dueAt" < ${before})
        or ("state" in ('queued', 'deferred') and "tries"->-1->>'outcome' = 'unavailable'
          and ("tries"->-1->>'at')::timestamptz < ${before})
      returning "id", "messageId"`.execute(tx);
    for (const { id, messageId } of rows)
      if (messageId === null) await updateDigestedMails(tx, id, { state: 'refused', lastAnswer: answer });
  });
}

/** After the clock is set back, no mail waits for a time that it showed before. */
async function followClock({ db, clock }: Needs<'clock' | 'db'>): Promise<void> {
  const now = clock.instant();
  await sql`update "mails" set "dueAt" = ${now} where "state" in ('queued', 'deferred') and "dueAt" > ${now}
    and coalesce("lastTriedAt", "createdAt") > ${now}`.execute(db);
}
