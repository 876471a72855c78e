export interface PrerequisiteEdge {
  id: number;
  eventId: number;
  alternative: string | null;
  /** Attending any of these events meets it; none where it is met otherwise. */
  leadsTo: readonly number[];
}

/**
 * A cycle of prerequisites from `eventId` back to it, so that no one can ever attend its events; null if there
 * is none. A prerequisite with an alternative that can be met blocks no one.
 */
export function circleThrough(eventId: number, edges: readonly PrerequisiteEdge[]): number[] | null {
  const groupsByEvent = new Map(
    [...Map.groupBy(edges, (edge) => edge.eventId)].map(([id, own]) => [
      id,
      [...Map.groupBy(own, (edge) => edge.alternative ?? edge.id).values()],
    ]),
  );
  const closed = new Set(groupsByEvent.keys());
  const closedGroups = (id: number): PrerequisiteEdge[][] =>
    (groupsByEvent.get(id) ?? []).filter((group) =>
      group.every(({ leadsTo }) => leadsTo.length > 0 && leadsTo.every((next) => closed.has(next))),
    );
  for (let before = -1; before !== closed.size;) {
    before = closed.size;
    for (const id of closed) if (closedGroups(id).length === 0) closed.delete(id);
  }
  const seen = new Set<number>();
  const wayFrom = (id: number): number[] | null => {
    if (seen.has(id)) return null;
    seen.add(id);
    for (const next of closedGroups(id).flatMap((group) => group.flatMap(({ leadsTo }) => leadsTo))) {
      const rest = next === eventId ? [] : wayFrom(next);
      if (rest !== null) return [id, ...rest];
    }
    return null;
  };
  return closed.has(eventId) ? wayFrom(eventId) : null;
}
