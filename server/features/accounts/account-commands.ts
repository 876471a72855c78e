import { ADDRESS_CONFIRMATION, PASSWORD_INVITATION, PASSWORD_RESET } from '../../../domain/messages/messages.ts';
import { NOW, type Tx } from '../../platform/database.ts';

/** Also ends the account's sessions and voids its password link and pending address change. */
export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ userId, passwordHash, changedAt: NOW })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(({ ref }) => ({ passwordHash: ref('excluded.passwordHash'), changedAt: NOW, updatedAt: NOW })),
    )
    .execute();
  await endSessions(tx, userId);
  await dropAddressChange(tx, userId);
  await voidPasswordLink(tx, userId);
}

/** Voids the pending address change and every link to it. */
export async function dropAddressChange(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('addressChanges').where('userId', '=', userId).where('confirmedAt', 'is', null).execute();
  await cancelConfirmations(tx, userId);
}

/** Voids the account's link that sets a password. */
export async function voidPasswordLink(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('passwordLinks').where('userId', '=', userId).execute();
  await cancelMails(tx, userId, [PASSWORD_INVITATION, PASSWORD_RESET]);
}

export async function cancelConfirmations(tx: Tx, userId: number): Promise<void> {
  await cancelMails(tx, userId, [ADDRESS_CONFIRMATION]);
}

async function cancelMails(tx: Tx, userId: number, events: readonly string[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('userId', '=', userId)
    .where('event', 'in', events)
    .where('state', 'in', ['queued', 'deferred'])
    .execute();
}

/** Someone who has forgotten the password has failed before, and must be able to log in with the new one. */
export async function forgetFailedLogins(tx: Tx, username: string): Promise<void> {
  await tx.deleteFrom('loginAttempts').where('account', '=', username).where('succeeded', '=', false).execute();
}

export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
}
