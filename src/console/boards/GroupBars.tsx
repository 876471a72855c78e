import { formatCount } from '../../../domain/values/formats.ts';
import { useMemo } from 'react';
import { useConsole } from '../engine/consoleContext.ts';
import { formatFigure } from '../reports/reportFigures.ts';
import { isOrdered, nameGroups, sortGroups } from '../reports/reportGroups.ts';
import { useFieldNamed } from '../reports/useFieldNamed.ts';
import type { TileGroupsProps } from './tileMeasure.ts';
import styles from './boards.module.css';

const MOST_GROUPS = 6;

/** The largest groups with their figures, each over a bar. Groups that have an order of their own stay in it. */
export function GroupBars({ groups, by, measure: { report, label, unit } }: TileGroupsProps) {
  const { zone } = useConsole();
  const fieldNamed = useFieldNamed(report?.source ?? '');
  const shown = useMemo(() => {
    const named = nameGroups(groups, by, fieldNamed(by.field), zone);
    const largest = sortGroups(named, by.by, 0, 'DESC').slice(0, MOST_GROUPS);
    return isOrdered(by.by) ? largest.toSorted((a, b) => a.place - b.place) : largest;
  }, [groups, by, fieldNamed, zone]);
  const whole = unit === 'percent' ? 1 : Math.max(...shown.map(({ figures }) => figures[0] ?? 0));
  const more = groups.length - shown.length;
  return (
    <>
      <ul className={styles.groups} aria-label={label}>
        {shown.map(({ key, name, figures: [figure = null] }) => (
          <li key={JSON.stringify(key)}>
            <span className={styles.groupName} title={name}>
              {name}
            </span>
            <span className={styles.groupFigure}>{formatFigure(figure, unit)}</span>
            <span className={styles.meter} aria-hidden="true">
              <span style={{ width: `${widthOf(figure, whole)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.note}>{formatCount(more, 'smaller group', 'smaller groups')} not shown.</p>}
    </>
  );
}

function widthOf(figure: number | null, whole: number): number {
  return figure === null || whole <= 0 ? 0 : Math.min(100, Math.max(0, (figure / whole) * 100));
}
