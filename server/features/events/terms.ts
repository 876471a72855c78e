import { createHash } from 'node:crypto';
import type { Actor } from '../../../domain/actor.ts';
import type { EventTerms } from '../../../domain/ticket-calls.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import type { Desk } from './desk.ts';
import type { OpenInstance } from './instance.ts';

/** What is confirmed before somebody signs up for the event; null where there is nothing. */
export async function termsOf(db: Db, eventId: number): Promise<EventTerms | null> {
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

/** When the person confirmed the terms as they are now; null where they have not, or there are none. */
export async function agreedAt(
  db: Db,
  { eventId, hasTerms }: Pick<OpenInstance, 'eventId' | 'hasTerms'>,
  userId: number,
): Promise<string | null> {
  const terms = hasTerms ? await termsOf(db, eventId) : null;
  return terms === null ? null : agreementOf(db, eventId, userId, terms.version);
}

/** 409 for who has not confirmed the terms as they are now. */
export async function requireAgreement({ tx, instance }: Desk, userId: number): Promise<void> {
  if (!instance.hasTerms || (await agreedAt(tx, instance, userId)) !== null) return;
  throw problem(
    409,
    'events.terms',
    'Not signed up',
    'This event has terms or a minimum age that you confirm first, on its page.',
  );
}

/** Keeps what the person confirms, in its words. Repeating it changes nothing. 409 where the words are others by now. */
export async function agree(services: Services, actor: Actor, eventId: number, version: string): Promise<void> {
  const userId = accountOf(actor);
  await services.engine.transaction(async (tx) => {
    const terms = await termsOf(tx, eventId);
    if (terms?.version !== version)
      throw problem(409, 'events.terms-changed', 'Not confirmed', 'These terms have changed. Please read them again.');
    if ((await agreementOf(tx, eventId, userId, version)) !== null) return;
    const { minimumAge, text } = terms;
    const values = { userId, eventId, termsVersion: version, minimumAge, text: text === '' ? null : text };
    await services.engine.create(actor, 'agreements', values, { tx, command: true });
  });
}

async function agreementOf(db: Db, eventId: number, userId: number, version: string): Promise<string | null> {
  const row = await db
    .selectFrom('agreements')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('eventId', '=', eventId)
    .where('termsVersion', '=', version)
    .orderBy('id')
    .executeTakeFirst();
  return row?.createdAt ?? null;
}
