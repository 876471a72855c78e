import type { Actor } from '../../../domain/actor.ts';
import { canAccess } from '../../../domain/permission.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Refuses who may not change any page. */
export function mayEditPages({ engine: { gate } }: Services, actor: Actor): void {
  if (canAccess(gate.access(actor, gate.resource('pages'), 'update'))) return;
  throw problem(403, 'content.not-yours', 'Not allowed', 'You may not change pages.');
}
