/** The page of a session's door. */
export function doorPath(instanceId: number): string {
  return `/scheduling/processinstance/${instanceId}`;
}
