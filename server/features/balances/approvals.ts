import { formatMoney } from '../../../domain/values/formats.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { balanceAccount } from '../ledger/accounts.ts';
import { adjustmentBetween, AMOUNT, DIRECTION, REASON, refuseOwnOrExpired } from '../ledger/commands.ts';
import { post } from '../ledger/post.ts';

const COMMAND = { command: true } as const;
const NOTE = { type: 'string', title: 'Note', maxLength: 300 } as const;

/** Adjustments above the limit: one person requests them, another one approves or declines. */
export function addApprovalCommands(services: CommandServices): void {
  addRequest(services);
  addApproval(services);
  addRejections(services);
}

function addRequest(services: CommandServices): void {
  const { engine, systemSettings } = services;
  engine.command('balances.requestAdjustment', {
    resource: 'balances',
    inputs: {
      required: ['direction', 'amountCents', 'reason'],
      properties: { direction: DIRECTION, amountCents: AMOUNT, reason: REASON },
    },
    refusals: async (call) => {
      if (systemSettings.value('balances.approvalAbove') === 0)
        return new Map(call.rows.map(({ id }) => [id, 'Adjustments need no approval.']));
      return refuseOwnOrExpired(services, call);
    },
    run: async ({ tx, actor, rows, inputs }) => {
      const [limit, amountCents] = [systemSettings.value('balances.approvalAbove'), Number(inputs['amountCents'])];
      if (amountCents <= limit)
        throw invalid({ amountCents: `Up to ${formatMoney(limit)}, no approval is needed: adjust the balance` });
      const reason = String(inputs['reason']).trim();
      for (const { id } of rows)
        await engine.create(
          actor,
          'balanceApprovals',
          {
            balanceId: id,
            direction: inputs['direction'] === 'increase' ? 'increase' : 'decrease',
            amountCents,
            reason,
            state: 'waiting',
            requestedById: actor.id ?? 0,
          },
          { tx, ...COMMAND },
        );
    },
  });
}

/** Not by the person who requested it, nor by the owner of the balance. */
async function refuseInvolved({ tx, actor, rows }: CommandRows<'balanceApprovals'>): Promise<Map<number, string>> {
  const ids = rows.map(({ balanceId }) => balanceId);
  const balances = await tx
    .selectFrom('balances')
    .select('id')
    .where('id', 'in', ids)
    .where('userId', '=', actor.id)
    .execute();
  const own = new Set(balances.map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, requestedById, balanceId }): [number, string][] => {
      if (requestedById === actor.id) return [[id, 'Someone else must approve what you have requested.']];
      return own.has(balanceId) ? [[id, 'Someone else must change your own balance.']] : [];
    }),
  );
}

function addApproval({ engine, clock }: CommandServices): void {
  engine.command('balanceApprovals.approve', {
    resource: 'balanceApprovals',
    refusals: refuseInvolved,
    refreshes: 'everything',
    run: async ({ tx, actor, rows }) => {
      for (const { id, balanceId, direction, amountCents, reason } of rows) {
        await engine.update(
          actor,
          'balanceApprovals',
          id,
          { state: 'approved', ...decision(actor.id, clock) },
          { tx, ...COMMAND },
        );
        await post(tx, {
          source: 'balanceApprovals',
          sourceId: String(id),
          purpose: 'adjustment',
          movements: [{ ...adjustmentBetween(balanceAccount(balanceId), direction), amountCents }],
          memo: reason,
          actorId: actor.id,
        });
      }
    },
  });
}

function decision(actorId: number | null, clock: CommandServices['clock']) {
  return { decidedById: actorId, decidedAt: clock.instant() };
}

function addRejections({ engine, clock }: CommandServices): void {
  const states = { decline: 'declined', withdraw: 'withdrawn' } as const;
  for (const name of ['decline', 'withdraw'] as const)
    engine.command(`balanceApprovals.${name}`, {
      resource: 'balanceApprovals',
      inputs: { properties: { note: NOTE } },
      refusals: async ({ actor, rows }) =>
        new Map(
          rows
            .filter(({ requestedById }) => (requestedById === actor.id) !== (name === 'withdraw'))
            .map(({ id }) => [
              id,
              name === 'withdraw' ? 'Someone else has requested this.' : 'Withdraw your own request instead.',
            ]),
        ),
      run: async ({ tx, actor, rows, inputs }) => {
        const note = inputs['note'] === undefined ? null : String(inputs['note']).trim();
        for (const { id } of rows)
          await engine.update(
            actor,
            'balanceApprovals',
            id,
            { state: states[name], note, ...decision(actor.id, clock) },
            { tx, ...COMMAND },
          );
      },
    });
}
