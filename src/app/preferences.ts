/** Where an account's own setting is read and written. */
export function preferenceUrl(key: string): string {
  return `/api/preferences/${encodeURIComponent(key)}`;
}

/** The setting that holds how somebody likes to see the list of a resource. */
export function listViewKey(resource: string): string {
  return `list-${resource}`;
}
