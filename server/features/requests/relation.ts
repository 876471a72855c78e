import type { Actor } from '../../../domain/actor.ts';
import { holdsAny } from '../../../domain/actor.ts';
import type { ActorKind } from '../../../domain/workflow.ts';

/** The roles that process other people's requests. */
export const STAFF_ROLES = ['RequestsProcessor', 'RequestsAdmin'] as const;

/** A person's relation to a request. */
export interface Relation {
  own: boolean;
  staff: boolean;
  admin: boolean;
}

export function relationOf(actor: Actor, submittedById: number): Relation {
  return {
    own: actor.id === submittedById,
    staff: holdsAny(actor.roles, STAFF_ROLES),
    admin: holdsAny(actor.roles, ['RequestsAdmin']),
  };
}

export function isStaff(actor: Actor): boolean {
  return holdsAny(actor.roles, STAFF_ROLES);
}

/**
 * The relation to display for a role named in the address. It can only narrow: a role that the viewer does not hold grants nothing,
 * and any role other than staff's selects the customer's view.
 */
export function narrowed(relation: Relation, role: string | undefined): Relation {
  const name = role?.toLowerCase();
  if (name === undefined || name === '' || name === 'administrator' || name === 'requestsadmin') return relation;
  if (name === 'staff' || name === 'requestsprocessor')
    return { ...relation, admin: relation.admin && name === 'staff' };
  return { own: relation.own, staff: false, admin: false };
}

export function kindsOf(relation: Relation): ActorKind[] {
  return [...(relation.own ? ['customer' as const] : []), ...(relation.staff ? ['staff' as const] : [])];
}

/** In which capacity a person talks about a request. On one's own, one is its customer, whatever else one is. */
export function capacityOf({ own, staff }: Pick<Relation, 'own' | 'staff'>): 'customer' | 'staff' | null {
  return own ? 'customer' : staff ? 'staff' : null;
}
