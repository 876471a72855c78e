import type { CommandCall, CommandRows } from '../../resources/command-registry.ts';
import { conflict } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { notifyOfDecision } from './decision-notice.ts';
import { holdsLimit, limitRefusals, lockLimits } from './limit.ts';

/** Pays with the department what its contact has approved, if it is still due. */
export const APPROVED = 'departments.approved';

const STATES = { approve: 'approved', decline: 'declined' } as const;
const REASON = { type: 'string', title: 'Reason', maxLength: 300 } as const;

/** The contact of a department, or staff, decide about a charge. No one decides about their own. */
export function addDepartmentCommands(services: CommandServices): void {
  for (const name of ['approve', 'decline'] as const)
    services.engine.command(`departmentCharges.${name}`, {
      resource: 'departmentCharges',
      inputs: { properties: { reason: REASON } },
      refusals: async (call) => {
        const refused = refusedOnes(services, call);
        if (name === 'decline') return refused;
        const rows = call.rows.filter(({ id }) => !refused.has(id));
        return new Map([...refused, ...(await limitRefusals(services, { ...call, rows }))]);
      },
      ...(name === 'approve' && { lock: lockLimits }),
      run: (call) => decide(services, call, STATES[name]),
    });
}

function refusedOnes(
  services: CommandServices,
  { actor, rows }: CommandRows<'departmentCharges'>,
): ReadonlyMap<number, string> {
  return new Map(
    rows.flatMap(({ id, userId, expiresAt }): [number, string][] => {
      if (userId === actor.id) return [[id, 'Someone else must decide about your own charge.']];
      return isOver(services, expiresAt) ? [[id, 'The request has expired.']] : [];
    }),
  );
}

function isOver({ clock }: CommandServices, expiresAt: string | null | undefined): boolean {
  return expiresAt != null && Date.parse(expiresAt) <= clock.now();
}

async function decide(
  services: CommandServices,
  { tx, actor, rows, inputs }: CommandCall<'departmentCharges'>,
  state: 'approved' | 'declined',
): Promise<void> {
  const { engine, clock, jobs } = services;
  const reason = inputs['reason'] == null ? null : String(inputs['reason']).trim();
  for (const { id, userId, title, path = null, amountCents, balanceId } of rows) {
    // Requested for another department between the lock of the limit and that of the row.
    if (state === 'approved' && !holdsLimit(tx, { balanceId, userId }))
      throw conflict('The request has changed. Check it, then try again.');
    const decided = { state, reason, decidedById: actor.id, decidedAt: clock.instant() };
    await engine.update(actor, 'departmentCharges', id, decided, { tx, command: true });
    await notifyOfDecision(
      services,
      tx,
      { id, userId, title, path, amountCents, balanceId },
      { audience: state, reason },
    );
    if (state === 'approved') await jobs.enqueue(tx, APPROVED, { departmentChargeId: id });
  }
}
