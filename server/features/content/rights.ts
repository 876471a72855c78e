import type { Actor } from '../../../domain/actor.ts';
import type { Row } from '../../../domain/model.ts';
import { canAccess } from '../../../domain/permission.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Refuses who may not change any page. */
export function mayEditPages({ engine: { gate } }: Services, actor: Actor, row?: Row): void {
  if (canAccess(gate.access(actor, gate.resource('pages'), 'update'), row)) return;
  throw problem(403, 'content.not-yours', 'Not allowed', row ? 'You may not change this page.' : 'You may not change pages.');
}

/** Refuses who may not change this page by the permission rules: 404 when they may not see it either. */
export async function mayEditPage(services: Services, actor: Actor, pageId: number, tx?: Tx): Promise<void> {
  mayEditPages(services, actor);
  mayEditPages(services, actor, await services.engine.get(actor, 'pages', pageId, tx ? { tx } : {}));
}
