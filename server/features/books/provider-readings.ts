import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { GatewayTransaction } from '../../platform/gateway.ts';
import type { Needs } from '../../services.ts';
import { post, type Movement } from '../ledger/post.ts';
import { storePayout } from './payouts.ts';

/** Reads the provider's transactions. */
export const COMPARE = 'books.compare';

/** What was known is read again for so long: transactions can appear late. */
const OVERLAP_MS = 3 * 24 * 60 * 60_000;
/** Of the first reading. */
const FIRST_MS = 90 * 24 * 60 * 60_000;
/** Transactions that are stored together. */
const AT_ONCE = 100;
const COMMAND = { command: true } as const;

type ReadingServices = Needs<'engine' | 'db' | 'clock' | 'gatewayAccount'>;

export function addReadingCommand({ engine, jobs }: Needs<'engine' | 'jobs'>): void {
  engine.command('gatewayReadings.again', {
    resource: 'gatewayReadings',
    run: async ({ tx }) => {
      await jobs.enqueue(tx, COMPARE, {});
    },
  });
}

/** The first comparison does not wait for the night. */
export async function compareFirst({
  db,
  jobs,
  gatewayAccount,
}: Needs<'db' | 'jobs' | 'gatewayAccount'>): Promise<void> {
  if (gatewayAccount === null) return;
  const known = await db.selectFrom('gatewayReadings').select('id').limit(1).executeTakeFirst();
  if (!known) await jobs.enqueue(db, COMPARE, {});
}

/**
 * Stores what the provider reports about its account, and books its fees and payouts. What it reports of payments, refunds and disputes is
 * only compared with the ledger (view `gatewayDifferences`). Safe to repeat.
 */
export async function readProvider(services: ReadingServices): Promise<void> {
  const { gatewayAccount, clock, engine } = services;
  if (gatewayAccount === null) return;
  const at = clock.instant();
  const since = await sinceWhen(services);
  const found: GatewayTransaction[] = [];
  for await (const transaction of gatewayAccount.transactions(since)) found.push(transaction);
  // Oldest first: a payout precedes its return.
  found.reverse();
  let newTransactions = 0;
  for (let start = 0; start < found.length; start += AT_ONCE)
    newTransactions += await engine.transaction((tx) => store(services, tx, found.slice(start, start + AT_ONCE)));
  const reading = { at, since, transactions: found.length, newTransactions };
  await engine.transaction((tx) => engine.create(SYSTEM, 'gatewayReadings', reading, { tx, ...COMMAND }));
}

async function sinceWhen({ db, clock }: ReadingServices): Promise<string> {
  const last = await db
    .selectFrom('gatewayTransactions')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst();
  const from = last?.at == null ? clock.now() - FIRST_MS : Date.parse(last.at) - OVERLAP_MS;
  return new Date(from).toISOString();
}

async function store(services: ReadingServices, tx: Tx, transactions: readonly GatewayTransaction[]): Promise<number> {
  const ids = transactions.map(({ id }) => id);
  const stored = await tx
    .selectFrom('gatewayTransactions')
    .select('providerId')
    .where('providerId', 'in', ids)
    .execute();
  const known = new Set(stored.map(({ providerId }) => providerId));
  const fresh = transactions.filter(({ id }) => !known.has(id));
  for (const transaction of fresh) {
    const { id: providerId, ...values } = transaction;
    await services.engine.create(SYSTEM, 'gatewayTransactions', { providerId, ...values }, { tx, ...COMMAND });
    if (transaction.kind === 'payout') await storePayout(services, tx, transaction);
    await book(tx, transaction);
  }
  return fresh.length;
}

async function book(tx: Tx, { id, kind, amountCents, feeCents, at }: GatewayTransaction): Promise<void> {
  const fee = feeCents - (kind === 'fee' ? amountCents : 0);
  const entry = { source: 'gatewayTransactions', sourceId: id, actorId: null, eventAt: at };
  if (fee !== 0)
    await post(tx, { ...entry, purpose: 'fee', memo: `Fee of ${id}`, movements: [outOfClearing('fees', fee)] });
  if (kind === 'payout' && amountCents !== 0)
    await post(tx, {
      ...entry,
      purpose: 'payout',
      memo: `Payout ${id}`,
      movements: [outOfClearing('bank', -amountCents)],
    });
}

/** A negative amount comes back. */
function outOfClearing(account: 'fees' | 'bank', cents: number): Movement {
  return cents > 0
    ? { debit: account, credit: 'clearing', amountCents: cents }
    : { debit: 'clearing', credit: account, amountCents: -cents };
}
