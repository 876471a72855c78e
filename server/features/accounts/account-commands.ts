import { NOW, type Tx } from '../../platform/database.ts';

/** Sets the account's password and ends all of its sessions. */
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
}

export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
}
