import type { Actor } from '../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { once } from '../../platform/idempotency.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import type { PaymentContext } from '../payments/charges.ts';
import { addEntry, DRAWERS, expectedCash, type TillSession } from './drawer.ts';

export interface Count {
  countedCents: number;
  note: string | null;
}

/**
 * Ends a session, which the caller has locked: books the difference, and what was counted as taken out. What the drawer should contain is zero
 * afterwards.
 */
export async function closeSession(
  context: PaymentContext,
  session: TillSession,
  { countedCents, note }: Count,
): Promise<void> {
  const { services, tx, actor } = context;
  const expectedCents = await expectedCash(tx, session.id);
  const differenceCents = countedCents - expectedCents;
  const memo = `Till session ${session.id}`;
  if (differenceCents !== 0)
    await addEntry(
      context,
      session.id,
      { kind: 'difference', method: 'cash', amountCents: differenceCents, ...(note === null ? {} : { reason: note }) },
      { purpose: 'adjustment', memo: note ?? memo, ...differenceAccounts(differenceCents) },
    );
  if (countedCents !== 0)
    await addEntry(
      context,
      session.id,
      { kind: 'deposit', method: 'cash', amountCents: -countedCents },
      { purpose: 'transfer', debit: 'cash', credit: DRAWERS, memo },
    );
  const closed = {
    state: 'closed' as const,
    closedAt: services.clock.instant(),
    closedById: actor.id,
    firstCountCents: session.firstCountCents ?? countedCents,
    ...{ expectedCents, countedCents, differenceCents, note },
    openTill: null,
    openCashier: null,
  };
  await services.engine.update(actor, 'tillSessions', session.id, closed, { tx, command: true });
}

function differenceAccounts(cents: number) {
  return cents < 0
    ? ({ debit: 'overShort', credit: DRAWERS } as const)
    : ({ debit: DRAWERS, credit: 'overShort' } as const);
}

/** The cashier counts without knowing what is expected. The first count is stored. 409 `till.closed`. */
export async function countOwn(
  services: CommandServices,
  actor: Actor,
  countedCents: number,
): Promise<{ expectedCents: number; differenceCents: number }> {
  return services.engine.transaction(async (tx) => {
    const session = await lockOwn(services, tx, actor);
    const expectedCents = await expectedCash(tx, session.id);
    if (session.firstCountCents == null) {
      const first = { firstCountCents: countedCents };
      await services.engine.update(actor, 'tillSessions', session.id, first, { tx, command: true });
    }
    return { expectedCents, differenceCents: countedCents - expectedCents };
  });
}

interface Closing extends Count {
  expectedCents: number;
  key: string | undefined;
}

/** Closes the own drawer. 409 `till.changed` if another amount is expected than the cashier has seen. */
export async function closeOwn(
  services: CommandServices,
  actor: Actor,
  { key, expectedCents, ...count }: Closing,
): Promise<number> {
  const call = { userId: requireAccountId(actor), scope: 'till close', key, body: { expectedCents, ...count } };
  return services.engine.transaction((tx) =>
    once(tx, call, async () => {
      const session = await lockOwn(services, tx, actor);
      const expected = await expectedCash(tx, session.id);
      if (expected !== expectedCents)
        throw problem(
          409,
          'till.changed',
          'Changed in the meantime',
          `Cash was recorded after the count. The drawer should now contain ${formatMoney(expected)}. Count again.`,
        );
      await closeSession({ services, tx, actor }, session, count);
      return session.id;
    }),
  );
}

async function lockOwn({ engine }: CommandServices, tx: Tx, actor: Actor): Promise<TillSession> {
  const known = await tx.selectFrom('tillSessions').select('id').where('openCashier', '=', actor.id).executeTakeFirst();
  const [session] = known ? await engine.lock(tx, 'tillSessions', [known.id]) : [];
  if (session?.state !== 'open') throw noSession();
  return session;
}

export function noSession() {
  return problem(409, 'till.closed', 'No open drawer', 'You have no open drawer. Open one first.');
}
