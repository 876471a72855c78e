import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { conflict } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { refuseMorePowerful } from '../permissions/privilege-escalation.ts';
import { replaceMemberships } from './memberships.ts';

/** Commands that decide who logs in to which account. */
export function addLinkCommands(services: CommandServices): void {
  const { engine } = services;
  engine.command('identities.link', {
    resource: 'identities',
    inputs: {
      required: ['userId'],
      properties: { userId: { type: 'integer', title: 'Account', 'x-reference': 'users' } },
    },
    run: async ({ tx, actor, rows, inputs }) => {
      for (const { id } of rows) await link(services, { tx, actor }, id, Number(inputs['userId']));
    },
  });
  engine.command('users.linkLogin', {
    resource: 'users',
    inputs: {
      required: ['identityId'],
      properties: {
        identityId: {
          type: 'integer',
          title: 'Login',
          'x-reference': 'identities',
          'x-reference-filter': { userId_null: true },
        },
      },
    },
    refusals: refuseLinking,
    run: async ({ tx, actor, rows, inputs }) => {
      for (const { id } of rows) await link(services, { tx, actor }, Number(inputs['identityId']), id);
    },
  });
  engine.command('identities.unlink', {
    resource: 'identities',
    refusals: async ({ tx, actor, rows }) => {
      const refused = await refuseMorePowerful(
        tx,
        actor,
        rows.flatMap(({ userId }) => userId ?? []),
      );
      return new Map(
        rows.flatMap(({ id, userId }) => {
          const refusal = refused.get(userId ?? 0);
          return refusal === undefined ? [] : [[id, refusal]];
        }),
      );
    },
    run: async ({ tx, actor, rows }) => {
      for (const { id, userId } of rows) if (userId !== null) await unlink(services, { tx, actor }, id, userId);
    },
  });
}

interface Caller {
  tx: Tx;
  actor: Actor;
}

async function refuseLinking({ tx, actor, rows }: CommandRows<'users'>): Promise<Map<number, string>> {
  const ids = rows.map(({ id }) => id);
  const waiting = await tx
    .selectFrom('identities')
    .select('id')
    .where('userId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return new Map(ids.map((id) => [id, 'No login is waiting to be linked.']));
  return refuseMorePowerful(tx, actor, ids);
}

/** The identity logs in to the account from now on. */
async function link(services: CommandServices, { tx, actor }: Caller, id: number, userId: number): Promise<void> {
  const { engine } = services;
  const [identity] = await engine.lock(tx, 'identities', [id]);
  const [user] = await engine.lock(tx, 'users', [userId]);
  if (!identity || !user) throw conflict('One of them no longer exists.');
  if (identity.userId !== null) throw conflict('This identity is already linked to another account. Unlink it there.');
  const refusal = (await refuseMorePowerful(tx, actor, [userId])).get(userId);
  if (refusal !== undefined) throw conflict(refusal);
  await engine.update(actor, 'identities', id, { userId, isLeading: false }, { tx, command: true });
  await replaceMemberships(services, tx, userId);
}

/** The account loses the memberships of the identity, whose next login is refused until it is linked again. */
async function unlink(services: CommandServices, { tx, actor }: Caller, id: number, userId: number): Promise<void> {
  const values = { userId: null, isLeading: false, closedAccount: false };
  await services.engine.update(actor, 'identities', id, values, { tx, command: true });
  await replaceMemberships(services, tx, userId);
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
}
