import { randomUUID } from 'node:crypto';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { CommandInputs, CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { Needs } from '../../services.ts';
import { balanceAccount, type AccountCode } from './accounts.ts';
import { post, type Entry, type Movement } from './post.ts';
import { reverse } from './reverse.ts';

interface BalanceCommand {
  purpose: Entry['purpose'];
  inputs: CommandInputs;
  between: (balance: AccountCode, inputs: Row) => Pick<Movement, 'debit' | 'credit'>;
}

export const AMOUNT = { type: 'integer', title: 'Amount', 'x-money': true, minimum: 1, maximum: 100_000_000 } as const;
export const REASON = { type: 'string', title: 'Reason', minLength: 3, maxLength: 300 } as const;

export function adjustmentBetween(
  balance: AccountCode,
  direction: Row[string] | undefined,
): Pick<Movement, 'debit' | 'credit'> {
  return direction === 'increase'
    ? { debit: 'adjustments', credit: balance }
    : { debit: balance, credit: 'adjustments' };
}

export const DIRECTION: PropertySchema = {
  type: 'string',
  title: 'Change',
  enum: ['increase', 'decrease'],
  'x-labels': { increase: 'Increase', decrease: 'Decrease' },
};

const COMMANDS: Record<string, BalanceCommand> = {
  topUp: {
    purpose: 'topUp',
    inputs: {
      required: ['amountCents', 'method', 'reason'],
      properties: {
        amountCents: AMOUNT,
        method: {
          type: 'string',
          title: 'Received as',
          enum: ['cash', 'terminal'],
          'x-labels': { cash: 'Cash', terminal: 'Card at the desk' },
        },
        reason: REASON,
      },
    },
    between: (balance, { method }) => ({ debit: method === 'cash' ? 'cash' : 'terminal', credit: balance }),
  },
  grant: {
    purpose: 'grant',
    inputs: { required: ['amountCents', 'reason'], properties: { amountCents: AMOUNT, reason: REASON } },
    between: (balance) => ({ debit: 'grants', credit: balance }),
  },
  adjust: {
    purpose: 'adjustment',
    inputs: {
      required: ['direction', 'amountCents', 'reason'],
      properties: {
        direction: DIRECTION,
        amountCents: AMOUNT,
        reason: REASON,
      },
    },
    between: (balance, { direction }) => adjustmentBetween(balance, direction),
  },
};

/** What staff do with balances. Whether they can is a rule of the permission manager; no one does it with their own. */
export function addBalanceCommands(services: Needs<'engine' | 'clock' | 'model' | 'systemSettings'>): void {
  const { engine } = services;
  const refusals = (call: CommandRows<'balances'>) => refuseOwnOrExpired(services, call);
  for (const [name, { purpose, inputs: given, between }] of Object.entries(COMMANDS))
    engine.command(`balances.${name}`, {
      resource: 'balances',
      inputs: given,
      refusals,
      run: async ({ tx, actor, rows, inputs }) => {
        if (name === 'adjust') requireWithinLimit(services, Number(inputs['amountCents']));
        for (const { id } of rows)
          await post(tx, {
            source: `balances.${name}`,
            // A repeated call is recognized by its Idempotency-Key.
            sourceId: randomUUID(),
            purpose,
            movements: [{ ...between(balanceAccount(id), inputs), amountCents: Number(inputs['amountCents']) }],
            memo: String(inputs['reason']).trim(),
            actorId: actor.id,
          });
      },
    });
  addReversal({ engine });
}

/** Higher adjustments wait for a second person. */
function requireWithinLimit({ systemSettings }: Needs<'systemSettings'>, amountCents: number): void {
  const limit = systemSettings.value('balances.approvalAbove');
  if (limit > 0 && amountCents > limit)
    throw invalid({ amountCents: `Above ${formatMoney(limit)}, a second person must approve: request the adjustment` });
}

/** No one changes their own balance, and nothing is booked on what has expired. */
export async function refuseOwnOrExpired(
  { clock, model }: Needs<'clock' | 'model'>,
  { rows, actor }: CommandRows<'balances'>,
): Promise<Map<number, string>> {
  const today = localDate(clock.now(), model.site.timezone);
  return new Map(
    rows.flatMap(({ id, userId, expiresOn }): [number, string][] => {
      if (userId === actor.id) return [[id, 'Someone else must change your own balance.']];
      return expiresOn != null && expiresOn < today ? [[id, 'This balance has expired.']] : [];
    }),
  );
}

function addReversal({ engine }: Needs<'engine'>): void {
  engine.command('statements.reverse', {
    resource: 'statements',
    inputs: { required: ['reason'], properties: { reason: REASON } },
    refusals: refuseReversal,
    run: async ({ tx, actor, rows, inputs }) => {
      const memo = String(inputs['reason']).trim();
      for (const journalId of new Set(rows.map((row) => row.journalId)))
        await reverse(tx, journalId, { memo, actorId: actor.id });
    },
  });
}

/** Entries that staff made with balances alone. Others have a record that must change with them. */
const BALANCE_SOURCE = /^balance/;

async function refuseReversal({ tx, rows, actor }: CommandRows<'statements'>): Promise<Map<number, string>> {
  const journals = await tx
    .selectFrom('ledgerJournals')
    .select(['id', 'source'])
    .where(
      'id',
      'in',
      rows.map(({ journalId }) => journalId),
    )
    .execute();
  const others = new Set(journals.filter(({ source }) => !BALANCE_SOURCE.test(source)).map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, userId, journalId }): [number, string][] => {
      if (userId === actor.id) return [[id, 'Someone else must change your own balance.']];
      return others.has(journalId)
        ? [[id, 'This belongs to a payment. Refund the payment, or adjust the balance.']]
        : [];
    }),
  );
}
