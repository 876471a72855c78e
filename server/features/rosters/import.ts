import { hkdfSync } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { ImportedRoster, ImportRoster, RosterFile, RosterPlan } from '../../../domain/calls/classes.ts';
import { canAccess } from '../../declarations/permission.ts';
import { MAX_ROWS } from '../../../domain/declarations/list-query.ts';
import { problem } from '../../platform/problem.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { localDate } from '../../platform/zone-years.ts';
import { ungranted } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { planImport, type Importer } from './plan.ts';
import { readsStudentIds } from './same-person.ts';

export async function planRoster(
  services: CommandServices,
  actor: Actor,
  classId: number,
  file: RosterFile,
): Promise<RosterPlan> {
  await requireImporter(services, actor, classId);
  return (await planImport(services.db, classId, file, await importerOf(services, actor))).plan;
}

/** Executes the plan, in one transaction. 409 when something has changed since. */
export async function importRoster(
  services: CommandServices,
  actor: Actor,
  classId: number,
  { basis, ...file }: ImportRoster,
): Promise<ImportedRoster> {
  await requireImporter(services, actor, classId);
  const { engine } = services;
  const importer = await importerOf(services, actor);
  return engine.transaction(async (tx) => {
    // Two imports into one class come after one another.
    await engine.lock(tx, 'classes', [classId]);
    const { plan, steps } = await planImport(tx, classId, file, importer);
    if (plan.fault !== null) throw notImported(plan.fault);
    if (plan.basis !== basis) throw notImported('Something changed in the meantime. Review the preview again.');
    const added = steps.filter(({ entryId }) => entryId === null).map(({ values }) => ({ classId, ...values }));
    const changed = steps.flatMap(({ entryId, values }) => (entryId === null ? [] : [[entryId, values] as const]));
    const changes = [
      ...(await engine.createMany(tx, actor, 'rosterEntries', added)),
      ...(await engine.updateEach(tx, actor, 'rosterEntries', new Map(changed))),
    ];
    return { counts: plan.counts, changes: changes.length > MAX_ROWS ? [] : changes };
  });
}

async function requireImporter({ engine }: Needs<'engine'>, actor: Actor, classId: number): Promise<void> {
  const { resolver } = engine;
  const resource = resolver.resource('rosterEntries');
  for (const action of ['create', 'update'] as const)
    if (!canAccess(resolver.access(actor, resource, action))) throw ungranted(actor, 'You cannot import rosters.');
  await engine.get(actor, 'classes', classId);
}

async function importerOf(services: CommandServices, actor: Actor): Promise<Importer> {
  const { clock, model, settings } = services;
  return {
    today: localDate(clock.now(), model.site.timezone),
    secret: Buffer.from(hkdfSync('sha256', await sessionSecret(settings), '', 'plans of roster imports', 32)),
    readsIds: readsStudentIds(services, actor),
  };
}

function notImported(detail: string) {
  return problem(409, 'rosters.not-imported', 'Not imported', detail);
}
