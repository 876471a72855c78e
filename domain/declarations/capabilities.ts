/**
 * What code checks beyond the rules of `permissions`. config/roles.json says which roles have which, so that no code names a role.
 *
 * - everything: all permissions without any rule, and all other capabilities
 * - processEvents: see all sessions, and manage their attendees
 * - scheduleEvents: decide when sessions take place and for whom
 * - overbookSessions: set how many seats above the capacity staff may give
 * - processRequests: process the requests of others
 * - administerRequests: override the status of requests
 */
export const CAPABILITIES = [
  'everything',
  'processEvents',
  'scheduleEvents',
  'overbookSessions',
  'processRequests',
  'administerRequests',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Whether the caller has the capability. The system has all. */
export function isCapable(
  { capabilities, system }: { capabilities: readonly Capability[]; system?: true },
  capability: Capability,
): boolean {
  return system === true || capabilities.includes(capability);
}

interface CapableRole {
  name: string;
  capabilities: readonly Capability[];
}

export function capabilitiesOf(declared: readonly CapableRole[], held: readonly string[]): Capability[] {
  return [...new Set(declared.filter(({ name }) => held.includes(name)).flatMap(({ capabilities }) => capabilities))];
}

export function rolesWith(declared: readonly CapableRole[], capability: Capability): string[] {
  return declared.filter(({ capabilities }) => capabilities.includes(capability)).map(({ name }) => name);
}
