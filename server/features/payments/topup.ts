import type { Actor } from '../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { openCharge } from './charges.ts';
import { registerPayable, type PayableState } from './payables.ts';

const NAME = 'My balance';

/** A person tops up their own personal balance by an amount that they choose: the open charge of the balance has it. */
export function registerTopUp(services: CommandServices): void {
  registerPayable(services, {
    endpoint: 'topup',
    resource: 'balances',
    waitingFor: openTopUps,
    load: topUpState,
    // The payments have credited the balance.
    paid: async () => undefined,
  });
}

async function openTopUps(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('charges')
    .select('sourceId')
    .where('endpoint', '=', 'topup')
    .where('userId', '=', userId)
    .where('openFor', 'is not', null)
    .execute();
  return rows.map(({ sourceId }) => sourceId);
}

async function topUpState(tx: Tx, id: number): Promise<PayableState | null> {
  // The balance itself is locked last, by its postings.
  await takeLock(tx, 'topUp', `balance ${id}`);
  const balance = await tx
    .selectFrom('balances')
    .select(['userId', 'name', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (balance?.kind !== 'userPurse') return null;
  const open = await tx.selectFrom('charges').select('lines').where('openFor', '=', `topup:${id}`).executeTakeFirst();
  return {
    ownerId: balance.userId,
    title: `Top up ${balance.name}`,
    path: '/payment/balances',
    lines: open?.lines ?? [],
    ...(open ? { state: 'due' } : { state: 'notDue', reason: 'Choose an amount first.' }),
  };
}

/** Opens the charge of a top-up, by default of the actor. A person without a personal balance gets one. */
export async function beginTopUp(
  services: CommandServices,
  actor: Actor,
  amountCents: number,
  userId: number = requireAccountId(actor),
): Promise<number> {
  const [least, most] = [
    services.systemSettings.value('payments.topUpMinimum'),
    services.systemSettings.value('payments.topUpMaximum'),
  ];
  if (amountCents < least || amountCents > most)
    throw invalid({ amountCents: `Enter an amount from ${formatMoney(least)} to ${formatMoney(most)}.` });
  return services.engine.transaction(async (tx) => {
    // Two tabs create one balance.
    await takeLock(tx, 'topUp', `account ${userId}`);
    const id = await ownBalance(services, tx, actor, userId);
    await openCharge({ services, tx, actor }, 'topup', id, { lines: [{ label: 'Top-up', amountCents }] });
    return id;
  });
}

/** The personal balance of this account, which is created if there is none. The caller has its lock `topUp`. */
export async function ownBalance({ engine }: CommandServices, tx: Tx, actor: Actor, userId: number): Promise<number> {
  const own = await tx
    .selectFrom('balances')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', 'userPurse')
    .orderBy('priority')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (own) return own.id;
  const values = { userId, kind: 'userPurse', name: NAME } as const;
  return (await engine.create(actor, 'balances', values, { tx, command: true })).id;
}
