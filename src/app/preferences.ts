export function preferenceUrl(key: string): string {
  return `/api/preferences/${encodeURIComponent(key)}`;
}

export function listViewKey(resource: string): string {
  return `list-${resource}`;
}
