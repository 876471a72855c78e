import { formatHour } from '../../../domain/values/formats.ts';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { Card } from '../../ui/Card.tsx';
import { useSidewaysScroll } from '../../ui/useSidewaysScroll.ts';
import { FewChoices } from './FewChoices.tsx';
import type { Answered } from './useReportAnswer.ts';
import { formatFigure } from './reportFigures.ts';
import { WEEKDAYS } from './reportGroups.ts';
import styles from './reportScreen.module.css';

interface WeekHoursCardProps {
  report: ClientReport;
  answered: Answered;
  /** Index of the measure shown. */
  measure: number;
  onMeasure: (name: string) => void;
}

/** One figure by the hour of the week: the more, the stronger. */
export function WeekHoursCard({ report: { measures }, answered, measure, onMeasure }: WeekHoursCardProps) {
  const box = useSidewaysScroll();
  const shown = measures[measure];
  const byHour = new Map(
    answered.groups.flatMap(({ key, figures }) => (typeof key === 'number' ? [[key, figures[measure] ?? null]] : [])),
  );
  const hours = [...byHour.keys()].map((key) => key % 24);
  if (shown === undefined || hours.length === 0) return null;
  const first = Math.min(...hours);
  const columns = Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index);
  const most = Math.max(...[...byHour.values()].map((figure) => figure ?? 0));
  return (
    <Card title="By time of week">
      <div className={styles.timeline}>
        <div className={styles.control}>
          <FewChoices
            label="Figure in the table"
            isLabelHidden
            choices={measures.map(({ name, label }) => ({ value: name, label }))}
            value={shown.name}
            onChoose={onMeasure}
          />
        </div>
        <div className={styles.scroller} {...box}>
          <table className={styles.week}>
            <caption className="visually-hidden">{shown.label} by the hour of the week</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {columns.map((hour) => (
                  <th key={hour} scope="col">
                    {formatHour(hour)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {WEEKDAYS.map((day, index) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {columns.map((hour) => {
                    const figure = byHour.get(index * 24 + hour);
                    return (
                      <td key={hour}>
                        {figure !== undefined && (
                          <span className={styles.hour}>
                            <Strength of={figure ?? 0} most={most} />
                            {formatFigure(figure, shown.unit)}
                          </span>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Card>
  );
}

/** Decorative: the figure beside it says the same. Contrast with the text bounds the opacity. */
function Strength({ of, most }: { of: number; most: number }) {
  if (most <= 0) return null;
  return <span className={styles.strength} style={{ opacity: `${Math.round((of / most) * 45)}%` }} />;
}
