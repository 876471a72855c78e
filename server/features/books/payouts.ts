import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { GatewayTransaction } from '../../platform/gateway.ts';
import type { Needs } from '../../services.ts';

const COMMAND = { command: true } as const;

/** A payout to the bank, or its return. */
export async function storePayout(
  { engine }: Needs<'engine'>,
  tx: Tx,
  { id, sourceId, amountCents, at }: GatewayTransaction,
): Promise<void> {
  const providerId = sourceId ?? id;
  const known = await tx.selectFrom('payouts').select('id').where('providerId', '=', providerId).executeTakeFirst();
  if (known) {
    if (amountCents > 0) await engine.update(SYSTEM, 'payouts', known.id, { state: 'failed' }, { tx, ...COMMAND });
    return;
  }
  const state = amountCents > 0 ? 'failed' : 'unmatched';
  const values = { providerId, amountCents: Math.abs(amountCents), sentAt: at, state } as const;
  await engine.create(SYSTEM, 'payouts', values, { tx, ...COMMAND });
}

/** Staff find payouts on the statement of the bank. */
export function addPayoutCommands({ engine, clock }: Needs<'engine' | 'clock'>): void {
  engine.command('payouts.match', {
    resource: 'payouts',
    inputs: {
      required: ['bankReference', 'bankDate'],
      properties: {
        bankReference: { type: 'string', title: 'Bank reference', minLength: 1, maxLength: 120 },
        bankDate: { type: 'string', title: 'Received on', format: 'date' },
      },
    },
    refusals: async ({ rows }) =>
      new Map(rows.length > 1 ? rows.map(({ id }): [number, string] => [id, 'Match one payout at a time.']) : []),
    run: async ({ tx, actor, rows, inputs }) => {
      const bankReference = String(inputs['bankReference']).trim();
      const bankDate = String(inputs['bankDate']);
      const by = { matchedById: actor.id, matchedAt: clock.instant() };
      for (const { id } of rows) {
        const values = { state: 'matched', bankReference, bankDate, ...by } as const;
        await engine.update(actor, 'payouts', id, values, { tx, ...COMMAND });
      }
    },
  });
  engine.command('payouts.unmatch', {
    resource: 'payouts',
    run: async ({ tx, actor, rows }) => {
      const none = { bankReference: null, bankDate: null, matchedById: null, matchedAt: null };
      for (const { id } of rows)
        await engine.update(actor, 'payouts', id, { state: 'unmatched', ...none }, { tx, ...COMMAND });
    },
  });
}
