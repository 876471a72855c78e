/** The page on which an announcement to these entries of rosters is written: it names and counts them first. */
export function writePath(filter: Record<string, unknown>): string {
  return `/admin/announcements/create?${new URLSearchParams({ source: 'rosterEntries', filter: JSON.stringify(filter) })}`;
}
