import type { EffectiveDay } from '../../../domain/hours/hours.ts';
import type { SpecialHoursBand } from '../../calendar/layout/types.ts';

const DAY = 24;

/** The hours of a day as a calendar draws them: closed ones are shaded and named, special ones are named. */
export function hourBands(day: EffectiveDay, split?: string): SpecialHoursBand[] {
  const { intervals, closures, reason } = day;
  const ends = [0, ...intervals.flatMap(({ from, to }) => [from, to]), DAY];
  const bands: SpecialHoursBand[] = [];
  const add = (from: number, to: number, label: string, look: SpecialHoursBand['look']) => {
    if (to > from)
      bands.push({
        from: Math.round(from * 60),
        to: Math.round(to * 60),
        label,
        look,
        ...(split === undefined ? {} : { split }),
      });
  };
  for (let index = 0; index < ends.length; index += 2) {
    const [from = 0, to = DAY] = [ends[index], ends[index + 1]];
    add(from, to, closedLabel(closures, from, to, intervals.length === 0 ? reason : null), 'closed');
  }
  if (reason !== null && closures.length === 0) for (const { from, to } of intervals) add(from, to, reason, 'special');
  return bands;
}

/** "Closed: Thanksgiving" */
function closedLabel(closures: EffectiveDay['closures'], from: number, to: number, reason: string | null): string {
  const titles = closures
    .filter((closure) => closure.from < to && closure.to > from)
    .flatMap(({ title }) => title ?? []);
  const why = titles.length > 0 ? [...new Set(titles)].join(', ') : reason;
  return why === null ? 'Closed' : `Closed: ${why}`;
}
