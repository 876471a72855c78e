import { wallTimeOf, type ZoneOffset } from '../values/zoned-time.ts';

export interface WallSpan {
  date: string;
  from: number;
  to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The local times between two instants (epoch milliseconds), by day and in order. What the clock skips in between belongs to them; what
 * it shows twice is there once. `offsets` cover the instants.
 */
export function wallSpans(startsAt: number, endsAt: number, offsets: readonly ZoneOffset[]): WallSpan[] {
  const changes = offsets.map(({ from }) => from).filter((from) => from > startsAt && from < endsAt);
  const edges = [startsAt, ...changes, endsAt];
  const walls: { from: number; to: number }[] = [];
  for (const [index, edge] of edges.slice(0, -1).entries()) {
    const from = wallTimeOf(edge, offsets);
    const to = from + ((edges[index + 1] ?? edge) - edge);
    const last = walls.at(-1);
    // A gap that the clock skips.
    if (last && last.to < from) last.to = from;
    walls.push({ from, to });
  }
  return united(walls).flatMap(byDay);
}

function united(walls: { from: number; to: number }[]): { from: number; to: number }[] {
  const all: { from: number; to: number }[] = [];
  for (const wall of walls.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && wall.from <= last.to) last.to = Math.max(last.to, wall.to);
    else all.push({ ...wall });
  }
  return all.filter(({ from, to }) => to > from);
}

function byDay({ from, to }: { from: number; to: number }): WallSpan[] {
  const spans: WallSpan[] = [];
  for (let midnight = Math.floor(from / DAY) * DAY; midnight < to; midnight += DAY) {
    spans.push({
      date: new Date(midnight).toISOString().slice(0, 10),
      from: Math.max(from - midnight, 0) / HOUR,
      to: Math.min(to - midnight, DAY) / HOUR,
    });
  }
  return spans;
}
