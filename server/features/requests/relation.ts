import type { Actor } from '../../../domain/declarations/actor.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { Role } from '../../../domain/declarations/model.ts';
import type { ActorKind } from '../../../domain/requests/workflow.ts';

export interface Relation {
  own: boolean;
  staff: boolean;
  admin: boolean;
}

export function relationOf(actor: Actor, submittedById: number): Relation {
  return {
    own: actor.id === submittedById,
    staff: isCapable(actor, 'processRequests'),
    admin: isCapable(actor, 'administerRequests'),
  };
}

/**
 * The relation to display for a role named in the address, or for "staff". It can only narrow: a role that the viewer does not hold
 * grants nothing, and a role that does not process requests selects the customer's view.
 */
export function narrowRelation(relation: Relation, role: string | undefined, declared: readonly Role[]): Relation {
  const name = role?.toLowerCase();
  if (name === undefined || name === '' || name === 'staff') return relation;
  const capabilities = declared.find((one) => one.name.toLowerCase() === name)?.capabilities ?? [];
  return {
    own: relation.own,
    staff: relation.staff && capabilities.includes('processRequests'),
    admin: relation.admin && capabilities.includes('administerRequests'),
  };
}

export function actorKinds(relation: Relation): ActorKind[] {
  return [...(relation.own ? ['customer' as const] : []), ...(relation.staff ? ['staff' as const] : [])];
}

/** On their own request people are customers, whatever else they are. */
export function capacityOf({ own, staff }: Pick<Relation, 'own' | 'staff'>): 'customer' | 'staff' | null {
  return own ? 'customer' : staff ? 'staff' : null;
}
