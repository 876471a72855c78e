import { formatInstant } from '../../../domain/values/formats.ts';
import { sql } from 'kysely';
import { blockedUntil, daysText, type Missed, type SignupPolicy } from '../../../domain/sessions/signup-policy.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import type { OpenInstance } from '../sessions/instance.ts';
import { blocksWaivedAt } from './waivers.ts';

export interface NoShowBlock {
  /** Epoch milliseconds. */
  until: number;
  policy: SignupPolicy;
  noShows: number;
  lateCancellations: number;
}

/** The block in force at `now` (epoch milliseconds) by the event's policy; null for none. */
export async function noShowBlockOf(
  services: Needs<'model'>,
  db: Db,
  instance: Pick<OpenInstance, 'eventId' | 'policy'>,
  userId: number,
  now: number,
): Promise<NoShowBlock | null> {
  return (await noShowBlocks(services, db, instance, [userId], now)).get(userId) ?? null;
}

export async function noShowBlocks(
  { model: { site } }: Needs<'model'>,
  db: Db,
  { eventId, policy }: Pick<OpenInstance, 'eventId' | 'policy'>,
  userIds: readonly number[],
  now: number,
): Promise<Map<number, NoShowBlock>> {
  if (policy.noShowLimit === null && policy.lateCancelLimit === null) return new Map();
  const blocks = new Map<number, NoShowBlock>();
  const blocked = [...(await readMissed(db, eventId, userIds))].filter(([, missed]) =>
    isOpen(blockedUntil(policy, missed, site.timezone), now),
  );
  if (blocked.length === 0) return blocks;
  const blockedIds = blocked.map(([userId]) => userId);
  const waivedAt = await blocksWaivedAt(db, eventId, blockedIds);
  for (const [userId, missed] of blocked) {
    const since = waivedAt.get(userId);
    const counted = since === undefined ? missed : after(missed, Date.parse(since));
    const until = blockedUntil(policy, counted, site.timezone);
    if (until === null || !isOpen(until, now)) continue;
    const { noShows, lateCancellations } = counted;
    blocks.set(userId, { until, policy, noShows: noShows.length, lateCancellations: lateCancellations.length });
  }
  return blocks;
}

/** For the blocked person. */
export function noShowBlockMessage(
  { until, policy, noShows, lateCancellations }: NoShowBlock,
  timeZone: string,
): string {
  const day = formatInstant(new Date(until).toISOString(), timeZone, 'full');
  const missed = [
    ...(policy.noShowLimit !== null && noShows > 0 ? [`did not come ${countOfTimes(noShows)}`] : []),
    ...(policy.lateCancelLimit !== null && lateCancellations > 0
      ? [`canceled late ${countOfTimes(lateCancellations)}`]
      : []),
  ].join(' and ');
  return `You cannot sign up for this event until ${day}, because you ${missed}. This blocks sign-up for ${daysText(policy.blockDays)}; staff can lift it.`;
}

/** 409 for blocked people. */
export function requireNotBlocked(block: NoShowBlock | null, timeZone: string): void {
  if (block !== null) throw problem(409, 'events.blocked', 'Not signed up', noShowBlockMessage(block, timeZone));
}

/** By account id, without people who have missed nothing. */
async function readMissed(db: Db, eventId: number, userIds: readonly number[]): Promise<Map<number, Missed>> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(['t.userId', 't.status', 't.cancelledAt', 'i.startsAt'])
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('i.eventId', '=', eventId)
    .where(({ eb, or }) => or([eb('t.status', '=', 'noShow'), eb('t.cancelledLate', '=', true)]))
    .execute();
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [userId, missedIn(own)]));
}

function missedIn(rows: readonly { status: TicketStatus; cancelledAt: string | null; startsAt: string }[]): Missed {
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

function countOfTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
