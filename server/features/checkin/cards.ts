import { createHmac, hkdfSync } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { parseCardText } from '../../../domain/sessions/card-text.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import type { LinkCard } from '../../../domain/calls/door.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { notify } from '../messages/notify.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { sealCard } from './offline-scans.ts';

/** A keyed hash: it yields neither a card nor, without the server's secret, its owner. */
export async function cardHash({ settings }: Needs<'settings'>, card: string): Promise<string> {
  const key = Buffer.from(hkdfSync('sha256', await sessionSecret(settings), '', 'cards of accounts', 32));
  return createHmac('sha256', key).update(card).digest('base64url');
}

/**
 * Links a card that staff have seen to its owner, who is notified. Only administrators link cards to accounts with more
 * rights than a student's. 409 if the owner has another card, unless `replaces`.
 */
export async function linkCard(
  services: CommandServices,
  actor: Actor,
  userId: number,
  { text, replaces = false }: LinkCard,
): Promise<void> {
  requireDoorStaff(actor);
  const scanned = parseCardText(text);
  if (scanned.kind !== 'card')
    throw problem(409, 'events.no-card', 'Not linked', 'This is not a card. Swipe it again.');
  const card = { cardHash: await cardHash(services, scanned.card), cardSealed: await sealCard(services, scanned.card) };
  const person = await actorOfAccount(services, userId, '');
  if (person === null)
    throw problem(404, 'events.no-person', 'Not found', 'This account does not exist or is not active.');
  // A card may identify its owner elsewhere.
  if (!isUnlimited(actor) && person.roles.some((role) => isPrivileged(services, role)))
    throw problem(
      403,
      'events.card-of-staff',
      'Not allowed',
      'This is a staff account. Only an administrator can link a card to it.',
    );
  await transaction(services.db, (tx) => storeCard(services, tx, actor, userId, { card, replaces }));
}

async function storeCard(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  userId: number,
  { card, replaces }: { card: { cardHash: string; cardSealed: string }; replaces: boolean },
): Promise<void> {
  const before = await tx
    .selectFrom('users')
    .select('cardHash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (before?.cardHash === card.cardHash) return;
  const hasCard = before?.cardHash != null;
  if (hasCard && !replaces)
    throw problem(
      409,
      'events.has-card',
      'Not linked',
      'This account already has a card. Replace it only if its owner has a new one: the old card stops working.',
    );
  const other = await tx.selectFrom('users').select('id').where('cardHash', '=', card.cardHash).executeTakeFirst();
  if (other !== undefined) throw problem(409, 'events.card-taken', 'Not linked', 'This card belongs to someone else.');
  await services.engine.update({ ...actor, system: true }, 'users', userId, card, { tx, command: true });
  await notify(services, tx, {
    event: hasCard ? 'cardReplaced' : 'cardLinked',
    audience: 'person',
    recipients: [userId],
    values: { changedAt: services.clock.instant() },
  });
}

function isPrivileged({ model }: Needs<'model'>, role: string): boolean {
  return model.roles.some(({ name, isUnprivileged }) => name === role && !isUnprivileged);
}
