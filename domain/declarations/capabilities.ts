/**
 * What code checks beyond the rules of `permissions`, in words. config/roles.json says which roles have which, so that no code names a
 * role. `everything`: all permissions without any rule, and all other capabilities.
 */
export const CAPABILITY_TEXTS = {
  everything: 'Do everything',
  processEvents: 'See all sessions, and manage their attendees',
  scheduleEvents: 'Decide when sessions take place and who can sign up',
  overbookSessions: 'Set how many seats above the capacity staff can give',
  processRequests: 'Process the requests of others',
  administerRequests: 'Override the status of requests',
  manageStores: 'Get messages about the stock of stores without a contact',
} as const;
export type Capability = keyof typeof CAPABILITY_TEXTS;
export const CAPABILITIES = Object.keys(CAPABILITY_TEXTS) as readonly Capability[];

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
