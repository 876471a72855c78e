import type { Actor } from '../../../domain/declarations/actor.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { Role } from '../../../domain/declarations/model.ts';
import type { ActorKind } from '../../../domain/requests/workflow.ts';

export interface Relation {
  own: boolean;
  staff: boolean;
}

export function relationOf(actor: Actor, submittedById: number): Relation {
  return {
    own: actor.id === submittedById,
    staff: isCapable(actor, 'processRequests'),
  };
}

/**
 * The actor limited to the role in an address: another of their roles, or "staff" for all. It only narrows: a role that
 * the viewer does not hold grants nothing, and a role that does not process requests selects the customer's view.
 */
export function narrowActor(actor: Actor, role: string | undefined, declared: readonly Role[]): Actor {
  const name = role?.toLowerCase();
  if (name === undefined || name === '' || name === 'staff') return actor;
  const narrow = declared.find((one) => one.name.toLowerCase() === name)?.capabilities ?? [];
  return { ...actor, capabilities: actor.capabilities.filter((capability) => narrow.includes(capability)) };
}

export function actorKinds(relation: Relation): ActorKind[] {
  return [...(relation.own ? ['customer' as const] : []), ...(relation.staff ? ['staff' as const] : [])];
}

/** On their own request people are customers, whatever else they are. */
export function capacityOf({ own, staff }: Pick<Relation, 'own' | 'staff'>): 'customer' | 'staff' | null {
  return own ? 'customer' : staff ? 'staff' : null;
}
