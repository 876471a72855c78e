/** Who asks. Visitors have no id and hold only the public role. */
export interface Actor {
  id: number | null;
  username: string | null;
  /** Effective roles: the account's own, those of its groups, and the implicit ones. */
  roles: string[];
  groupIds: number[];
  isKiosk: boolean;
  /** Commands and the loader of demonstration data act for the system: every permission holds. */
  system?: true;
  ip: string | null;
}

/** The portal itself: set-up, seed, jobs. Every permission holds for it, and nobody is named in the history. */
export const SYSTEM: Actor = {
  id: null,
  username: null,
  roles: [],
  groupIds: [],
  isKiosk: false,
  system: true,
  ip: null,
};

export const ADMINISTRATOR = 'Administrator';

/** A check passes when any listed role is held; Administrator always passes; an empty list is open. */
export function holdsAny(roles: readonly string[], required: readonly string[]): boolean {
  return required.length === 0 || roles.includes(ADMINISTRATOR) || required.some((role) => roles.includes(role));
}
