import { sql } from 'kysely';
import type { TillReport } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Db } from '../../platform/database.ts';
import type { RowServices } from '../../services.ts';

const METHODS = ['cash', 'deskCard'] as const;
const MOST_MOVES = 200;

interface Sum {
  kind: string;
  method: string;
  entries: number;
  cents: number;
}

/** The closing report of a session that the caller can read. What is expected is not shown before the count. */
export async function tillReport(services: RowServices, actor: Actor, id: number): Promise<TillReport> {
  const { engine, db, model } = services;
  await engine.get(actor, 'tillSessions', id);
  const session = await sessionFacts(db, id);
  const sums = await sumsOf(db, id);
  const sumOf = (kind: string, method: string): Sum =>
    sums.find((sum) => sum.kind === kind && sum.method === method) ?? { kind, method, entries: 0, cents: 0 };
  return {
    ...session,
    timezone: model.site.timezone,
    totals: METHODS.map((method) => {
      const [payment, refund] = [sumOf('payment', method), sumOf('refund', method)];
      return {
        ...{ method, payments: payment.entries, paymentCents: payment.cents },
        ...{ refunds: refund.entries, refundCents: refund.cents },
      };
    }),
    cashInCents: sumOf('cashIn', 'cash').cents,
    cashOutCents: sumOf('cashOut', 'cash').cents,
    moves: await movesOf(db, id),
  };
}

async function sessionFacts(db: Db, id: number) {
  const { closedBy, closedAt, note, firstCountCents, expectedCents, countedCents, differenceCents, ...session } =
    await db
      .selectFrom('tillSessions as s')
      .innerJoin('tills as t', 't.id', 's.tillId')
      .innerJoin('users as u', 'u.id', 's.cashierId')
      .leftJoin('users as c', 'c.id', 's.closedById')
      .select(['s.id', 't.name as till', 'u.displayName as cashier', 'c.displayName as closedBy', 's.openedAt'])
      .select(['s.closedAt', 's.floatCents', 's.firstCountCents', 's.expectedCents', 's.countedCents'])
      .select(['s.differenceCents', 's.note'])
      .where('s.id', '=', id)
      .executeTakeFirstOrThrow();
  return {
    ...session,
    ...{ closedBy: closedBy ?? null, closedAt: closedAt ?? null, note: note ?? null },
    ...{ firstCountCents: firstCountCents ?? null, expectedCents: expectedCents ?? null },
    ...{ countedCents: countedCents ?? null, differenceCents: differenceCents ?? null },
  };
}

async function sumsOf(db: Db, id: number): Promise<Sum[]> {
  const rows = await db
    .selectFrom('tillEntries')
    .select(['kind', 'method'])
    .select(sql<number>`count(*)::integer`.as('entries'))
    .select(sql<number>`sum("amountCents")::bigint`.as('cents'))
    .where('tillSessionId', '=', id)
    .groupBy(['kind', 'method'])
    .execute();
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

async function movesOf(db: Db, id: number): Promise<TillReport['moves']> {
  const rows = await db
    .selectFrom('tillEntries')
    .select(['at', 'reason', 'amountCents'])
    .where('tillSessionId', '=', id)
    .where('kind', 'in', ['cashIn', 'cashOut'])
    .orderBy('id')
    .limit(MOST_MOVES)
    .execute();
  return rows.map(({ reason, ...row }) => ({ ...row, reason: reason ?? '' }));
}
