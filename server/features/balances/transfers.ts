import { randomUUID } from 'node:crypto';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { Tx } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import { invalid } from '../../resources/refusals.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import { balanceAccount, type AccountCode } from '../ledger/accounts.ts';
import { AMOUNT, REASON, refuseOwnOrExpired } from '../ledger/commands.ts';
import { post, type Entry } from '../ledger/post.ts';

const TARGET = {
  type: 'integer',
  title: 'To',
  'x-reference': 'balances',
  'x-reference-filter': { closedAt_null: true, kind_neq: 'grant' },
} as const;

type Balance = RowOf<'balances'>;
interface Move {
  from: Balance;
  to: AccountCode;
  purpose: Entry['purpose'];
  amountCents: number;
  memo: string;
}

/** Transfers between balances, and the end of a balance. */
export function addTransferCommands(services: CommandServices): void {
  const { engine } = services;
  /** Both balances, in the order of their ids, before the engine locks the first. */
  const lock = (tx: Tx, ids: readonly (string | number)[], inputs: Row) =>
    engine.lock(tx, 'balances', [...ids, ...(inputs['toId'] == null ? [] : [Number(inputs['toId'])])]);
  engine.command('balances.transfer', {
    resource: 'balances',
    inputs: {
      required: ['toId', 'amountCents', 'reason'],
      properties: { toId: TARGET, amountCents: AMOUNT, reason: REASON },
    },
    lock,
    refusals: (call) => refuseOwnOrExpired(services, call),
    run: async ({ tx, actor, rows, inputs }) => {
      const memo = String(inputs['reason']).trim();
      const to = await requireTarget(services, tx, actor, Number(inputs['toId']));
      for (const from of rows)
        await book(tx, actor, { from, to, purpose: 'transfer', amountCents: Number(inputs['amountCents']), memo });
    },
  });
  addClosing(services, lock);
}

async function requireTarget(
  { clock, model }: CommandServices,
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<AccountCode> {
  const target = await tx
    .selectFrom('balances')
    .select(['userId', 'kind', 'closedAt', 'expiresOn'])
    .where('id', '=', id)
    .executeTakeFirst();
  const today = localDate(clock.now(), model.site.timezone);
  const isExpired = target?.expiresOn != null && target.expiresOn < today;
  if (!target || target.closedAt !== null || isExpired) throw invalid({ toId: 'Choose an open balance' });
  if (target.userId === actor.id) throw invalid({ toId: 'Someone else must change your own balance' });
  if (target.kind === 'grant') throw invalid({ toId: 'Choose a balance other than free quota' });
  return balanceAccount(id);
}

async function book(tx: Tx, actor: Actor, { from, to, purpose, amountCents, memo }: Move): Promise<void> {
  const debit = balanceAccount(from.id);
  if (debit === to) throw invalid({ toId: 'Choose another balance' });
  await post(tx, {
    source: 'balances.transfer',
    // A repeated call is recognized by its Idempotency-Key.
    sourceId: randomUUID(),
    purpose,
    movements: [{ debit, credit: to, amountCents }],
    memo,
    actorId: actor.id,
  });
}

const REMAINDER: PropertySchema = {
  type: 'string',
  title: 'The remaining amount is',
  enum: ['payout', 'transfer'],
  'x-labels': { payout: 'Paid out in cash', transfer: 'Transferred' },
};

function addClosing(
  services: CommandServices,
  lock: (tx: Tx, ids: readonly (string | number)[], inputs: Row) => Promise<unknown>,
): void {
  const { engine, clock } = services;
  engine.command('balances.close', {
    resource: 'balances',
    inputs: {
      required: ['reason'],
      properties: { remainder: REMAINDER, toId: { ...TARGET, title: 'Transfer to' }, reason: REASON },
    },
    inputsFor: async ({ rows }) => ({
      ...(rows.some(hasRemainder) ? { remainder: {}, toId: { isOptional: true } } : {}),
      reason: {},
    }),
    lock,
    refusals: async (call) => {
      const refused = await refuseOwnOrExpired(services, {
        ...call,
        rows: call.rows.map((row) => ({ ...row, expiresOn: null })),
      });
      for (const { id, balanceCents, heldCents } of call.rows) {
        if (heldCents > 0) refused.set(id, 'A payment in progress holds part of this balance. Close it later.');
        if (balanceCents < 0) refused.set(id, `The balance owes ${formatMoney(-balanceCents)}. Top it up first.`);
      }
      return refused;
    },
    run: async ({ tx, actor, rows, inputs }) => {
      for (const row of rows) {
        const end = row.balanceCents === 0 ? null : await remainderOf(services, tx, actor, row, inputs);
        if (end) await book(tx, actor, end);
        const closed = { closedAt: clock.instant(), floorCents: 0 };
        await engine.update(actor, 'balances', row.id, closed, { tx, command: true });
      }
    },
  });
}

function hasRemainder({ kind, balanceCents }: Balance): boolean {
  return kind !== 'grant' && balanceCents > 0;
}

/** Where the rest goes: free quota goes back to the campus. */
async function remainderOf(services: CommandServices, tx: Tx, actor: Actor, from: Balance, inputs: Row): Promise<Move> {
  const move = { from, amountCents: from.balanceCents, memo: String(inputs['reason']).trim() };
  if (from.kind === 'grant') return { ...move, to: 'expired', purpose: 'expiry' };
  if (inputs['remainder'] === 'payout') return { ...move, to: 'cash', purpose: 'payout' };
  if (inputs['toId'] == null) throw invalid({ toId: 'Choose where the remaining amount goes' });
  return { ...move, to: await requireTarget(services, tx, actor, Number(inputs['toId'])), purpose: 'transfer' };
}
