import { blockedUntil, daysText, type Missed, type SignupPolicy } from '../../../domain/signup-policy.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Desk } from './desk.ts';
import type { OpenInstance } from './instance.ts';
import { blockWaivedAt } from './waivers.ts';

/** Why somebody cannot sign up for an event for some time. */
export interface Block {
  /** Epoch milliseconds. */
  until: number;
  policy: SignupPolicy;
  noShows: number;
  lateCancellations: number;
}

/** What keeps the person from signing up at `now` (epoch milliseconds), by the policy of the event; null where nothing does. */
export async function blockOf(
  db: Db,
  { eventId, policy }: Pick<OpenInstance, 'eventId' | 'policy'>,
  userId: number,
  now: number,
): Promise<Block | null> {
  if (policy.noShowLimit === null && policy.lateCancelLimit === null) return null;
  const missed = await missedOf(db, eventId, userId);
  if (!isOpen(blockedUntil(policy, missed), now)) return null;
  const since = await blockWaivedAt(db, eventId, userId);
  const counted = since === null ? missed : after(missed, Date.parse(since));
  const until = blockedUntil(policy, counted);
  if (until === null || !isOpen(until, now)) return null;
  return { until, policy, noShows: counted.noShows.length, lateCancellations: counted.lateCancellations.length };
}

/** In words for the person. */
export function blockWords({ until, policy, noShows, lateCancellations }: Block, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(until);
  const missed = [
    ...(policy.noShowLimit !== null && noShows > 0 ? [`did not come ${timesOf(noShows)}`] : []),
    ...(policy.lateCancelLimit !== null && lateCancellations > 0
      ? [`cancelled late ${timesOf(lateCancellations)}`]
      : []),
  ].join(' and ');
  return `You cannot sign up for this event until ${day}, because you ${missed}. This blocks sign-up for ${daysText(policy.blockDays)}; staff can lift it.`;
}

/** 409 for who is blocked. */
export async function requireStanding({ tx, instance, now, services }: Desk, userId: number): Promise<void> {
  const block = await blockOf(tx, instance, userId, now);
  if (block !== null)
    throw problem(409, 'events.blocked', 'Not signed up', blockWords(block, services.model.site.timezone));
}

async function missedOf(db: Db, eventId: number, userId: number): Promise<Missed> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(['t.status', 't.cancelledAt', 'i.startsAt'])
    .where('t.userId', '=', userId)
    .where('i.eventId', '=', eventId)
    .where(({ eb, or }) => or([eb('t.status', '=', 'noShow'), eb('t.cancelledLate', '=', true)]))
    .execute();
  return {
    noShows: rows.filter(({ status }) => status === 'noShow').map(({ startsAt }) => Date.parse(startsAt)),
    lateCancellations: rows
      .filter(({ status }) => status === 'cancelled')
      .map(({ cancelledAt, startsAt }) => Date.parse(cancelledAt ?? startsAt)),
  };
}

function after({ noShows, lateCancellations }: Missed, since: number): Missed {
  return {
    noShows: noShows.filter((time) => time > since),
    lateCancellations: lateCancellations.filter((time) => time > since),
  };
}

function isOpen(until: number | null, now: number): boolean {
  return until !== null && until > now;
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
