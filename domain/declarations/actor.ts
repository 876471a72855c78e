import type { KioskIdentity } from '../values/kiosk-identity.ts';
import type { Capability } from './capabilities.ts';

/** The caller of an operation. Visitors have no id and hold only the public role. */
export interface Actor {
  id: number | null;
  username: string | null;
  /** Effective roles: the account's own, those of its groups, and the implicit ones. */
  roles: string[];
  capabilities: readonly Capability[];
  groupIds: number[];
  isKiosk: boolean;
  /** How the person identified at the kiosk. */
  identifiedBy?: KioskIdentity;
  /** Commands and the demonstration seed run as the system, which holds every permission. */
  system?: true;
  ip: string | null;
  /** The name of the paired device at which it acts. */
  device?: string;
}

/** The portal itself: set-up, seed and jobs. It holds every permission; the history shows no name for it. */
export const SYSTEM: Actor = {
  id: null,
  username: null,
  roles: [],
  capabilities: [],
  groupIds: [],
  isKiosk: false,
  system: true,
  ip: null,
};

/** Whether any of the required roles is held; an empty list is open to everyone. */
export function holdsAny(roles: readonly string[], required: readonly string[]): boolean {
  return required.length === 0 || required.some((role) => roles.includes(role));
}
