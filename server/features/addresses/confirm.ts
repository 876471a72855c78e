import type { AddressConfirmation } from '../../../domain/calls/accounts.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { maskedAddress } from '../../platform/masked.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { cancelConfirmations } from '../accounts/account-commands.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { CONFIRM_HOURS, readConfirmToken } from '../messages/confirming.ts';
import { notify } from '../messages/notify.ts';
import { isSuppressed } from '../messages/suppressed.ts';
import { isSameAddress } from './state.ts';

interface Meant {
  id: number;
  userId: number;
  address: string;
  name: string;
  current: string | null;
  isConfirmed: boolean;
}

/** What a link would confirm, or has confirmed. 404 for an unknown link, 410 for one that is no longer valid. */
export async function linkedChange(
  services: CommandServices,
  actor: Actor,
  token: string,
): Promise<AddressConfirmation> {
  const meant = await meantBy(services, services.db, token);
  const session = actor.id === null ? 'none' : actor.id === meant.userId ? 'own' : 'other';
  const { name, isConfirmed } = meant;
  // A mail may have been passed on.
  return { name, isConfirmed, session, address: session === 'own' ? meant.address : maskedAddress(meant.address) };
}

/**
 * Sets the address that the link confirms, notifies the previous address and lifts its suppression, in one transaction.
 * The link identifies its person, whatever session the call has. Repeating it changes nothing.
 */
export async function confirmChange(services: CommandServices, token: string, ip: string): Promise<void> {
  const { engine, db, clock } = services;
  const { userId } = await meantBy(services, db, token);
  await engine.transaction(async (tx) => {
    await engine.lock(tx, 'users', [userId]);
    const { id, address, current, isConfirmed } = await meantBy(services, tx, token);
    if (isConfirmed) return;
    const actor = await actorOfAccount({ ...services, db: tx }, userId, ip);
    if (actor === null) throw countsNoMore();
    const now = clock.instant();
    await tx.updateTable('addressChanges').set({ confirmedAt: now }).where('id', '=', id).execute();
    await cancelConfirmations(tx, userId);
    await allowMails(services, tx, actor, address);
    if (isSameAddress(current, address)) return;
    // Before the change: it must go to the previous address.
    await notify(services, tx, {
      event: 'addressChanged',
      audience: 'person',
      recipients: [userId],
      values: { changedAt: now },
    });
    if (current !== null) await forwardWaiting(services, tx, { userId, from: current, to: address });
    await engine.update(actor, 'users', userId, { email: address }, { tx, command: true });
  });
}

async function meantBy(services: Needs<'clock' | 'settings'>, db: Db, token: string): Promise<Meant> {
  const read = await readConfirmToken(services, token);
  if (read === null)
    throw problem(
      404,
      'address.no-link',
      'Not found',
      'This link is not valid, or part of it is missing. Open it from the email.',
    );
  const found = await db
    .selectFrom('addressChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.id', 'c.userId', 'c.address', 'c.confirmedAt', 'u.displayName as name', 'u.email as current'])
    .where('c.id', '=', read.id)
    .where('u.active', '=', true)
    .executeTakeFirst();
  if (!found) throw countsNoMore();
  const { confirmedAt, ...change } = found;
  if (confirmedAt === null && read.hasEnded)
    throw problem(
      410,
      'address.link-ended',
      'Ended',
      `This link expired after ${CONFIRM_HOURS} hours. Request a new one in Communication settings.`,
    );
  // Staff have set another one since.
  if (confirmedAt !== null && !isSameAddress(change.current, change.address)) throw countsNoMore();
  return { ...change, isConfirmed: confirmedAt !== null };
}

/** Its reader has proved that it works. Suppressions by staff remain. */
async function allowMails({ engine }: Needs<'engine'>, tx: Tx, actor: Actor, address: string): Promise<void> {
  if (!(await isSuppressed(tx, address)) || (await isSuppressed(tx, address, { byStaff: true }))) return;
  const { id } = await tx
    .selectFrom('suppressedAddresses')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirstOrThrow();
  await engine.remove(actor, 'suppressedAddresses', id, { tx, command: true });
}

/** Waiting mails go to the new address, except those about the account itself. */
async function forwardWaiting(
  { model }: Needs<'model'>,
  tx: Tx,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const confidential = model.messages.categories.filter((category) => category.isConfidential).map(({ key }) => key);
  await tx
    .updateTable('mails')
    .set({ address: to })
    .where('userId', '=', userId)
    .where('address', '=', from)
    .where('state', 'in', ['queued', 'deferred', 'digest'])
    .$if(confidential.length > 0, (query) => query.where('category', 'not in', confidential))
    .execute();
}

function countsNoMore(): ProblemError {
  return problem(
    410,
    'address.link-void',
    'No longer valid',
    'This link no longer works. The change was canceled, or a newer email replaced it.',
  );
}
