import type { GrantPlan } from '../../../../domain/calls/balances.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { canAccess } from '../../../declarations/permission.ts';
import type { Tx } from '../../../platform/database.ts';
import { once } from '../../../platform/idempotency.ts';
import { problem } from '../../../platform/problem.ts';
import { ungranted } from '../../../resources/refusals.ts';
import type { CommandServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { balanceAccount } from '../../ledger/accounts.ts';
import { post } from '../../ledger/post.ts';
import { earlierImports, planGrants, type GrantStep } from './grant-plan.ts';

export async function previewGrants(services: CommandServices, actor: Actor, text: string): Promise<GrantPlan> {
  requireImporter(services, actor);
  return (await planGrants(services, services.db, actor, text)).plan;
}

interface GrantImport {
  text: string;
  basis: string;
  again: boolean;
  /** Idempotency-Key */
  key: string | undefined;
}

/**
 * Creates a balance with its own expiry for each row, all or none. Amounts above the limit wait for a second person. 409 where the plan has
 * faults or has changed, and for grants that were imported before, unless `again` says so.
 */
export async function importGrants(
  services: CommandServices,
  actor: Actor,
  { key, ...body }: GrantImport,
): Promise<{ grants: number; needApproval: number; totalCents: number }> {
  requireImporter(services, actor);
  const userId = requireAccountId(actor);
  return services.engine.transaction((tx) =>
    once(tx, { userId, scope: 'import grants', key, body }, async () => {
      const { plan, steps } = await planGrants(services, tx, actor, body.text);
      if (plan.fault !== null) throw notImported(plan.fault);
      if (plan.faults.length > 0) throw notImported('Some rows have errors. Correct them, and preview the file again.');
      if (plan.basis !== body.basis) throw notImported('Something has changed since the preview. Preview it again.');
      if (plan.importedAt !== null && !body.again) throw notImported('The same rows were imported before.');
      const { count } = await earlierImports(tx, plan.basis);
      for (const step of steps)
        await addGrant(services, tx, actor, { step, importKey: `${plan.basis}:${count}:${step.line}` });
      return { grants: plan.counts.grants, needApproval: plan.counts.needApproval, totalCents: plan.totalCents };
    }),
  );
}

interface NewGrant {
  step: GrantStep;
  /** Unique: two imports at the same time cannot both succeed. */
  importKey: string;
}

async function addGrant(
  { engine }: CommandServices,
  tx: Tx,
  actor: Actor,
  { step: { userId, amountCents, expiresOn, purpose, needsApproval }, importKey }: NewGrant,
): Promise<void> {
  const options = { tx, command: true } as const;
  const values = { userId, kind: 'grant', name: purpose, expiresOn, importKey } as const;
  const { id } = await engine.create(actor, 'balances', values, options);
  const reason = `Import: ${purpose}`;
  if (needsApproval) {
    const request = { balanceId: id, direction: 'increase', amountCents, reason, state: 'waiting' } as const;
    await engine.create(actor, 'balanceApprovals', { ...request, requestedById: actor.id ?? 0 }, options);
    return;
  }
  await post(tx, {
    ...{ source: 'balances.import', sourceId: importKey, purpose: 'grant' },
    movements: [{ debit: 'grants', credit: balanceAccount(id), amountCents }],
    memo: reason,
    actorId: actor.id,
  });
}

/** Who can create balances and add quota. */
function requireImporter({ engine: { resolver } }: CommandServices, actor: Actor): void {
  const resource = resolver.resource('balances');
  for (const action of ['create', 'grant'] as const)
    if (!canAccess(resolver.access(actor, resource, action))) throw ungranted(actor, 'You cannot import free quota.');
}

function notImported(detail: string) {
  return problem(409, 'balances.not-imported', 'Not imported', detail);
}
