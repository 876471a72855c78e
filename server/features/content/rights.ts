import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { PAGE_FIELDS } from '../../../domain/content/page-merge.ts';
import { canAccess, canAccessField } from '../../declarations/permission.ts';
import type { Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';

const FIELDS = [...PAGE_FIELDS, 'published'];

/** Throws unless the caller may change at least some page. */
export function requireAnyPageEditing({ engine: { resolver } }: Needs<'engine'>, actor: Actor): void {
  if (!canAccess(resolver.access(actor, resolver.resource('pages'), 'update')))
    throw notYours('You cannot change pages.');
}

/** Throws unless the caller may read and change all of this page; 404 when they cannot see it at all. */
export async function requirePageEditing(services: RowServices, actor: Actor, pageId: number, tx?: Tx): Promise<void> {
  requireAnyPageEditing(services, actor);
  const { engine } = services;
  const row: Row = await engine.get(actor, 'pages', pageId, tx ? { tx } : {});
  const [pages, cards] = [engine.resolver.resource('pages'), engine.resolver.resource('cards')];
  const accesses = (['read', 'update'] as const).map((action) => engine.resolver.access(actor, pages, action));
  const isWhole = accesses.every(
    (access) => canAccess(access, row) && FIELDS.every((field) => canAccessField(access, field, row)),
  );
  if (!isWhole || !engine.resolver.canRead(actor, cards)) throw notYours('You cannot change this page.');
}

function notYours(detail: string): ProblemError {
  return problem(403, 'content.not-yours', 'Not allowed', detail);
}
