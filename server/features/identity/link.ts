import type { Actor } from '../../../domain/declarations/actor.ts';
import { transaction } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { conflict } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { replaceMemberships } from './memberships.ts';

/** Links a waiting identity to an existing account, which it logs in to from now on. */
export function link(services: CommandServices, actor: Actor, id: number, userId: number): Promise<{ userId: number }> {
  return transaction(services.db, async (tx) => {
    const [identity] = await services.engine.lock(tx, 'identities', [id]);
    if (!identity) throw noSuchIdentity();
    if (identity.userId === userId) return { userId };
    if (identity.userId !== null)
      throw conflict('This identity is linked to another account already. Unlink it there.');
    const [user] = await services.engine.lock(tx, 'users', [userId]);
    if (!user) throw problem(404, 'resource.not-found', 'Not found', 'There is no such user.');
    await services.engine.update(actor, 'identities', id, { userId, isLeading: false }, { tx, command: true });
    await replaceMemberships(services, tx, userId);
    return { userId };
  });
}

/** The account loses the memberships of the identity, whose next login is refused until it is linked again. */
export function unlink(services: CommandServices, actor: Actor, id: number): Promise<{ userId: null }> {
  return transaction(services.db, async (tx) => {
    const [identity] = await services.engine.lock(tx, 'identities', [id]);
    if (!identity) throw noSuchIdentity();
    const { userId } = identity;
    if (userId === null) return { userId: null };
    const freed = { userId: null, isLeading: false, closedAccount: false };
    await services.engine.update(actor, 'identities', id, freed, { tx, command: true });
    await replaceMemberships(services, tx, userId);
    await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
    return { userId: null };
  });
}

function noSuchIdentity() {
  return problem(404, 'resource.not-found', 'Not found', 'There is no such identity.');
}
