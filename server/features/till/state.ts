import type { TillState } from '../../../domain/calls/till.ts';
import { parseDenominations } from '../../../domain/payments/cash.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { CommandServices } from '../../services.ts';

/** The caller's open drawer, and the drawers that can be opened. */
export async function tillState({ db, systemSettings }: CommandServices, actor: Actor): Promise<TillState> {
  const tills = await db
    .selectFrom('tills as t')
    .leftJoin('tillSessions as s', 's.openTill', 't.id')
    .leftJoin('users as u', 'u.id', 's.cashierId')
    .select(['t.id', 't.name', 't.floatCents', 't.hasTerminal', 't.active', 's.id as sessionId', 's.cashierId'])
    .select(['s.openedAt', 's.floatCents as openingCents', 'u.displayName as cashier'])
    .orderBy('t.name')
    .execute();
  const own = tills.find(({ cashierId }) => cashierId !== null && cashierId === actor.id);
  return {
    session:
      own?.sessionId == null
        ? null
        : {
            ...{ id: own.sessionId, till: own.name, hasTerminal: own.hasTerminal },
            ...{ openedAt: own.openedAt ?? '', floatCents: own.openingCents ?? 0 },
          },
    denominations: parseDenominations(systemSettings.value('till.denominations')),
    tills: tills
      .filter(({ active }) => active)
      .map(({ id, name, floatCents, cashier }) => ({ id, name, floatCents, cashier })),
  };
}
