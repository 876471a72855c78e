import { ADDRESS_CONFIRMATION } from '../../../domain/messages/messages.ts';
import { NOW, type Tx } from '../../platform/database.ts';

/** Also ends the account's sessions and voids its pending address change. */
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
}

/** Voids the pending address change and every link to it. */
export async function dropAddressChange(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('addressChanges').where('userId', '=', userId).where('confirmedAt', 'is', null).execute();
  await cancelConfirmations(tx, userId);
}

export async function cancelConfirmations(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('userId', '=', userId)
    .where('event', '=', ADDRESS_CONFIRMATION)
    .where('state', 'in', ['queued', 'deferred'])
    .execute();
}

export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
}
