import { sql } from 'kysely';
import type { MailOutage } from '../../../domain/calls/mails.ts';
import type { Needs } from '../../services.ts';

/** Seconds until the next attempt at a failing server: half of the outage so far, within these. */
const SHORTEST = 60;
const LONGEST = 300;
/** Lost connections after a mail count for this long. Each doubles the pause, since each leaves a mail in doubt. */
const DOUBTED = 3600;

interface Tried {
  since: string | null;
  triedAt: string | null;
  answer: string | null;
  doubts: number;
  doubtedAt: string | null;
}

/**
 * Why no mail is sent now, or was not at the last attempt; null: nothing is known to be wrong. Read from the waiting
 * mails, so that all processes know.
 */
export async function readOutage({ db, clock }: Needs<'clock' | 'db'>): Promise<MailOutage | null> {
  const now = clock.now();
  const recently = new Date(now - DOUBTED * 1000).toISOString();
  const { rows } = await sql<Tried>`
    select min("tries"->-1->>'at') as "since", max("lastTriedAt") as "triedAt",
      (array_agg("lastAnswer" order by "lastTriedAt" desc))[1] as "answer",
      (select count(*)::int from "mails" where "state" = 'unknown' and "lastTriedAt" > ${recently}) as "doubts",
      (select max("lastTriedAt") from "mails" where "state" = 'unknown') as "doubtedAt"
    from "mails" where "state" in ('queued', 'deferred') and "tries"->-1->>'outcome' = 'unavailable'`.execute(db);
  const { since = null, triedAt = null, answer = null, doubts = 0, doubtedAt = null } = rows[0] ?? {};
  if (since !== null && triedAt !== null)
    return outage(now, since, triedAt, (Date.parse(triedAt) - Date.parse(since)) / 2000, answer);
  if (doubts === 0 || doubtedAt === null) return null;
  return outage(now, doubtedAt, doubtedAt, SHORTEST * 2 ** (doubts - 1), null);
}

export async function endOutage({ db }: Needs<'db'>): Promise<void> {
  await sql`update "mails" set "tries" = jsonb_set("tries", '{-1,outcome}', '"deferred"')
    where "state" in ('queued', 'deferred') and "tries"->-1->>'outcome' = 'unavailable'`.execute(db);
}

function outage(now: number, since: string, triedAt: string, seconds: number, answer: string | null) {
  const pause = Math.min(Math.max(seconds, SHORTEST), LONGEST);
  const next = Date.parse(triedAt) + pause * 1000;
  // Beyond one pause from now: the clock was set back.
  const nextAt = new Date(next > now + LONGEST * 1000 ? now : next).toISOString();
  return { since: new Date(since).toISOString(), triedAt, nextAt, answer };
}
