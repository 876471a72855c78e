import type { Actor } from '../../../domain/declarations/actor.ts';
import type { InternalNote } from '../../../domain/calls/conversations.ts';
import { canAccess } from '../../declarations/permission.ts';
import { once } from '../../platform/idempotency.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { accountName } from './people.ts';
import { missingText, notFound } from './refusals.ts';
import { capacityOf, relationOf } from './relation.ts';
import { submissionRows } from './rows.ts';
import { visibleIds } from './visible.ts';

/** Internal notes are for staff with their permission, on requests of others that they may see. */
export function canNote({ engine }: Needs<'engine'>, actor: Actor, submittedById: number): boolean {
  const isStaff = capacityOf(relationOf(actor, submittedById)) === 'staff';
  return isStaff && canAccess(engine.resolver.access(actor, engine.resolver.resource('requestNotes'), 'create'));
}

export async function internalNotes(
  services: Needs<'db' | 'engine'>,
  actor: Actor,
  submissionId: number,
): Promise<InternalNote[]> {
  await authorise(services, actor, submissionId);
  return services.db
    .selectFrom('requestNotes')
    .select(['id', 'createdAt as at', 'authorName as who', 'text'])
    .where('submissionId', '=', submissionId)
    .orderBy('id')
    .execute();
}

export async function writeNote(
  services: Needs<'db' | 'engine'>,
  actor: Actor,
  submissionId: number,
  given: string,
  key: string | undefined,
): Promise<void> {
  const userId = requireAccountId(actor);
  await authorise(services, actor, submissionId);
  const text = plainText(given.replaceAll('\r\n', '\n'), given.length).trim();
  if (text === '') throw missingText('text');
  await services.engine.transaction((tx) =>
    once(tx, { userId, scope: 'note', key, body: { submissionId, text } }, async () => {
      const authorName = (await accountName(tx, userId)).slice(0, 120);
      const values = { submissionId, text, authorId: userId, authorName };
      return (await services.engine.create(actor, 'requestNotes', values, { tx, command: true })).id;
    }),
  );
}

/** The same answer for a request that does not exist and for one whose notes are not for this person. */
async function authorise(services: Needs<'db' | 'engine'>, actor: Actor, submissionId: number): Promise<void> {
  const visible = await visibleIds(services, actor, [submissionId]);
  const [row] = visible.has(submissionId) ? await submissionRows(services.db, [submissionId]) : [];
  if (!row || !canNote(services, actor, row.submittedById)) throw notFound(`Request #${submissionId}`);
}
