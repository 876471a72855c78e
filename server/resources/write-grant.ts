import type { Actor } from '../../domain/declarations/actor.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess, type Access, type Action } from '../declarations/permission.ts';
import type { AccessResolver } from './access-resolver.ts';
import { forbidden, ungranted } from './refusals.ts';

const DONE = { create: 'created', update: 'changed', delete: 'deleted' } as const;

/** The permission that the write needs; null for a command, which has checked its own. */
export function grantOf(
  resolver: AccessResolver,
  action: Action & keyof Resource['config']['writes'],
  { actor, resource, command = false }: { actor: Actor; resource: Resource; command?: boolean },
): Access | null {
  if (command) return null;
  const access = resolver.access(actor, resource, action);
  if (!canAccess(access)) throw ungranted(actor, `You cannot ${action} ${resource.config.label}.`);
  if (!resource.config.writes[action]) throw forbidden(`${resource.config.label} cannot be ${DONE[action]} directly.`);
  return access;
}

/** The changes by the caller: amendments added fields that only commands write. */
export function writtenBy({ fields }: Resource, changes: Row): string[] {
  return fields.filter(({ name, readOnly }) => !readOnly && name in changes).map(({ name }) => name);
}
