/** The API address of an account's setting. */
export function preferenceUrl(key: string): string {
  return `/api/preferences/${encodeURIComponent(key)}`;
}

/** The key of an account's view of a resource's list. */
export function listViewKey(resource: string): string {
  return `list-${resource}`;
}
