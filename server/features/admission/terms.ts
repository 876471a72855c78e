import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { EventTerms } from '../../../domain/calls/sessions.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import type { OpenInstance } from '../sessions/instance.ts';
import { isAgeWaived } from './waivers.ts';

export async function eventTerms(db: Db, eventId: number): Promise<EventTerms | null> {
  const row = await db
    .selectFrom('events')
    .select(['minimumAge', 'liabilityText'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  const [minimumAge, text] = [row?.minimumAge ?? null, (row?.liabilityText ?? '').trim()];
  if (minimumAge === null && text === '') return null;
  const version = createHash('sha256').update(`${minimumAge} ${text}`).digest('base64url').slice(0, 16);
  return { minimumAge, text, version };
}

export async function agreedAt(
  db: Db,
  { eventId, hasTerms }: Pick<OpenInstance, 'eventId' | 'hasTerms'>,
  userId: number,
): Promise<string | null> {
  const terms = hasTerms ? await eventTerms(db, eventId) : null;
  return terms === null ? null : ((await agreementsOf(db, eventId, [userId], terms.version)).get(userId) ?? null);
}

/** The people who have confirmed the current terms: all of them without terms. */
export async function peopleWhoAgreed(
  db: Db,
  { eventId, hasTerms }: Pick<OpenInstance, 'eventId' | 'hasTerms'>,
  userIds: readonly number[],
): Promise<Set<number>> {
  const terms = hasTerms ? await eventTerms(db, eventId) : null;
  if (terms === null) return new Set(hasTerms ? [] : userIds);
  return new Set((await agreementsOf(db, eventId, userIds, terms.version)).keys());
}

export function requireAgreement(hasAgreed: boolean): void {
  if (hasAgreed) return;
  throw problem(
    409,
    'events.terms',
    'Not signed up',
    'This event has terms or a minimum age. Confirm them on its page first.',
  );
}

export async function agree(services: Needs<'engine'>, actor: Actor, eventId: number, version: string): Promise<void> {
  const userId = requireAccountId(actor);
  await services.engine.transaction(async (tx) => {
    await keepAgreement(services, tx, actor, { userId, eventId, version });
  });
}

/** The same, for `userId` by `actor`, within a transaction. */
export async function keepAgreement(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  { userId, eventId, version }: { userId: number; eventId: number; version: string },
): Promise<void> {
  const terms = await eventTerms(tx, eventId);
  if (terms?.version !== version)
    throw problem(409, 'events.terms-changed', 'Not confirmed', 'These terms have changed. Please read them again.');
  if ((await agreementsOf(tx, eventId, [userId], version)).size > 0) return;
  const { text } = terms;
  const minimumAge = (await isAgeWaived(tx, eventId, userId)) ? null : terms.minimumAge;
  const values = { userId, eventId, termsVersion: version, minimumAge, text: text === '' ? null : text };
  await engine.create(actor, 'agreements', values, { tx, command: true });
}

async function agreementsOf(
  db: Db,
  eventId: number,
  userIds: readonly number[],
  version: string,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('agreements')
    .select(['userId', 'createdAt'])
    .where('userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('eventId', '=', eventId)
    .where('termsVersion', '=', version)
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ userId, createdAt }) => [userId, createdAt]));
}
