import { useState } from 'react';
import { hourText } from '../../../../domain/hours/hour-text.ts';
import type { AttendanceFigures, AttendanceHour } from '../../../../domain/sessions/attendance.ts';
import { Card } from '../../../ui/Card.tsx';
import { SegmentedChoice } from '../../../ui/SegmentedChoice.tsx';
import { useSidewaysScroll } from '../../../ui/useSidewaysScroll.ts';
import { ExportButton } from '../../reports/ExportButton.tsx';
import { downloadCsv } from '../../../ui/csvText.ts';
import { formatNumber } from '../../values/formats.ts';
import styles from './attendance.module.css';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MEASURES: readonly { value: Measure; label: string }[] = [
  { value: 'seated', label: 'Taken' },
  { value: 'came', label: 'Came' },
  { value: 'noShow', label: 'No-shows' },
  { value: 'waited', label: 'Waited' },
  { value: 'cancelled', label: 'Cancelled' },
];
type Measure = 'seated' | 'came' | 'noShow' | 'waited' | 'cancelled';

/** By the hour of the week in which sessions begin: the more, the stronger. */
export function HoursCard({ hours }: { hours: readonly AttendanceHour[] }) {
  const [measure, setMeasure] = useState<Measure>('seated');
  const box = useSidewaysScroll();
  const held = hours.filter(({ sessions }) => sessions > 0);
  if (held.length === 0) return null;
  const [first, last] = [Math.min(...held.map(({ hour }) => hour)), Math.max(...held.map(({ hour }) => hour))];
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const most = Math.max(1, ...held.map((one) => one[measure]));
  const at = (weekday: number, hour: number) => held.find((one) => one.weekday === weekday && one.hour === hour);
  const save = () =>
    downloadCsv('attendance-hours.csv', [
      ['Day', 'Hour', 'Sessions', ...MEASURES.map(({ label }) => label)],
      ...held.map((one) => [
        DAYS[one.weekday - 1] ?? '',
        hourText(one.hour),
        one.sessions,
        ...MEASURES.map(({ value }) => one[value]),
      ]),
    ]);
  return (
    <Card title="By hour of the week" actions={<ExportButton what="hours of the week" onExport={save} />}>
      <div className={styles.hours}>
        <SegmentedChoice
          label="What is shown"
          className={styles.measures}
          choices={MEASURES}
          value={measure}
          onChange={(value) => setMeasure(MEASURES.find((one) => one.value === value)?.value ?? 'seated')}
        />
        <p className={styles.printed}>{MEASURES.find(({ value }) => value === measure)?.label}</p>
        <div className={styles.scroller} {...box}>
          <table className={styles.week}>
            <caption className="visually-hidden">By the hour in which sessions begin</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {columns.map((hour) => (
                  <th key={hour} scope="col">
                    {hourText(hour)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {DAYS.map((day, index) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {columns.map((hour) => (
                    <Hour key={hour} figures={at(index + 1, hour)} measure={measure} most={most} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Card>
  );
}

function Hour({ figures, measure, most }: { figures: AttendanceFigures | undefined; measure: Measure; most: number }) {
  if (figures === undefined) return <td />;
  const share = Math.round((figures[measure] / most) * 100);
  return (
    <td>
      <span className={styles.hour}>
        <span className={styles.strength} style={{ opacity: `${share * 0.45}%` }} />
        {formatNumber(figures[measure])}
      </span>
    </td>
  );
}
