import type { Actor } from '../../../domain/actor.ts';
import { holdsAny } from '../../../domain/actor.ts';
import type { ActorKind } from '../../../domain/workflow.ts';

/** The roles that process other people's requests. */
export const STAFF_ROLES = ['RequestsProcessor', 'RequestsAdmin'] as const;

/** A person's relation to a request. */
export interface Standing {
  own: boolean;
  staff: boolean;
  admin: boolean;
}

export function standingOf(actor: Actor, submittedById: number): Standing {
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
 * The standing to display for a role named in the address. It can only narrow: a role that the viewer does not hold grants nothing,
 * and any role other than staff's selects the customer's view.
 */
export function lowered(standing: Standing, role: string | undefined): Standing {
  const name = role?.toLowerCase();
  if (name === undefined || name === '' || name === 'administrator' || name === 'requestsadmin') return standing;
  if (name === 'staff' || name === 'requestsprocessor')
    return { ...standing, admin: standing.admin && name === 'staff' };
  return { own: standing.own, staff: false, admin: false };
}

export function kindsOf(standing: Standing): ActorKind[] {
  return [...(standing.own ? ['customer' as const] : []), ...(standing.staff ? ['staff' as const] : [])];
}
