import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { MarkCells, MarkedCells } from '../../../../domain/calls/classes.ts';
import { hasVisibleText } from '../../../platform/plain-text.ts';
import type { RowChange } from '../../../../domain/calls/row-parts.ts';
import { problem } from '../../../platform/problem.ts';
import type { RowServices } from '../../../services.ts';
import { requireDoorStaff } from '../../sessions/event-staff.ts';
import { classGrid } from './grid.ts';

export async function exempt(
  services: RowServices,
  actor: Actor,
  classId: number,
  { cells, reason }: MarkCells,
): Promise<MarkedCells> {
  requireDoorStaff(actor);
  const { engine } = services;
  const words = reason.trim();
  if (!hasVisibleText(words)) throw problem(400, 'events.no-reason', 'Not marked', 'Enter where or when it was done.');
  return engine.transaction(async (tx) => {
    await engine.lock(tx, 'classes', [classId]);
    const { columns, people } = await classGrid({ ...services, db: tx }, actor, classId);
    const columnAt = new Map(columns.map(({ id }, at) => [id, at]));
    const byId = new Map(people.map((person) => [person.id, person]));
    const changes: RowChange[] = [];
    const marked = new Set<string>();
    let skipped = 0;
    for (const { entryId, requirementId } of cells) {
      const cell = byId.get(entryId)?.cells[columnAt.get(requirementId) ?? -1];
      if (cell === undefined)
        throw problem(
          409,
          'events.class-changed',
          'Not marked',
          'The class was changed in the meantime. Nothing was saved.',
        );
      const key = `${entryId} ${requirementId}`;
      if (cell.state === 'done' || marked.has(key)) {
        skipped += 1;
        continue;
      }
      marked.add(key);
      const row = await engine.create(actor, 'classExemptions', { entryId, requirementId, reason: words }, { tx });
      changes.push({ resource: 'classExemptions', id: row.id, version: 1 });
    }
    return { changes, skipped };
  });
}
