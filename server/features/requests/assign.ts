import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Assign } from '../../../domain/calls/requests.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountName, staffMembers } from './people.ts';
import { notFound, staffOnly } from './refusals.ts';
import { lockedSubmissions, recordChanges } from './rows.ts';
import { updateSubmission } from './save.ts';
import { notifyOfAssignment } from './tell.ts';
import { visibleIds } from './visible.ts';

export async function assign(services: Services, actor: Actor, { ids, assignedToId }: Assign): Promise<number> {
  if (!isCapable(actor, 'processRequests')) throw staffOnly();
  return services.engine.transaction(async (tx) => {
    const visible = await visibleIds(services, actor, ids, tx);
    const missing = ids.filter((id) => !visible.has(id));
    if (missing.length > 0) throw notFound(`Request ${missing.map((id) => `#${id}`).join(', ')}`);
    const assignee =
      assignedToId === null ? null : (await staffMembers(services, tx)).find((person) => person.id === assignedToId);
    if (assignee === undefined) {
      throw problem(
        422,
        'requests.not-staff',
        'Not assigned',
        'Requests can only be assigned to people who process them.',
        { errors: { assignedToId: 'Choose one of the staff' } },
      );
    }
    const name = await accountName(tx, actor.id);
    const text = assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody';
    const rows = (await lockedSubmissions(services, tx, ids)).filter((row) => row.assignedToId !== assignedToId);
    for (const row of rows) {
      await updateSubmission(services, tx, actor, row, { ...row, assignedToId });
      await recordChanges(tx, row.id, { id: actor.id, name }, [
        { kind: 'assigned', from: null, to: null, actorKind: 'staff', reason: null, text },
      ]);
      await notifyOfAssignment(services, tx, { ...row, assignedToId }, { id: actor.id, name });
    }
    return rows.length;
  });
}
