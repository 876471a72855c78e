import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AttendanceChoices, AttendanceFigures, AttendanceReport } from '../../../../domain/sessions/attendance.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { clock } from '../../../ui/clock.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import layout from '../../../ui/layout.module.css';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { dayPresets } from '../../list/dayPresets.ts';
import { formatShare } from '../../reports/figures.ts';
import { KeyFigures } from '../../reports/KeyFigures.tsx';
import { daysOfPeriod, periodIn, searchOf } from '../../reports/period.ts';
import { PeriodChoice } from '../../reports/PeriodChoice.tsx';
import { formatCount, formatDay, formatNumber } from '../../values/formats.ts';
import { narrowedIn, useAttendance, type Narrowed } from './attendanceCalls.ts';
import { AttendanceTables } from './AttendanceTables.tsx';
import { HoursCard } from './HoursCard.tsx';
import styles from './attendance.module.css';

const BACK = { to: '/scheduling/records', label: 'Event records' };

/** /scheduling/attendance: who came to what, for a report. */
export function Screen() {
  const { timezone, terms } = useModel().site;
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => wallClockOf(clock.instant(), timezone).slice(0, 10));
  const period = periodIn(search);
  const days = daysOfPeriod(period, today);
  const isOrdered = days.from <= days.to;
  const narrowed = narrowedIn(search);
  const report = useAttendance(days, narrowed, isOrdered);
  const show = (next: Record<string, string>) => setSearch(next, { replace: true });
  const narrow = (name: keyof Narrowed, id: string) => {
    const { [name]: _before, ...others } = narrowed;
    show({ ...searchOf(period), ...others, ...(id === '' ? {} : { [name]: id }) });
  };
  return (
    <Page
      title="Attendance"
      lead="Sessions of a period: seats, who came, who did not, who waited."
      back={BACK}
      width="full"
      actions={
        <Button icon="printer" onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <div className={styles.screen}>
        <div className={styles.choices}>
          <PeriodChoice
            period={period}
            days={days}
            today={today}
            presets={dayPresets(today, terms)}
            isOpenEnded
            onChange={(next) => show({ ...searchOf(next), ...narrowed })}
          />
          {report.data && <Narrowing choices={report.data.choices} narrowed={narrowed} onNarrow={narrow} />}
        </div>
        {isOrdered && (
          <Report report={report} narrowed={narrowed} onNarrow={narrow} onWiden={() => show(searchOf(period))} />
        )}
      </div>
    </Page>
  );
}

interface NarrowingProps {
  choices: AttendanceChoices;
  narrowed: Narrowed;
  onNarrow: (name: keyof Narrowed, id: string) => void;
}

function Narrowing({ choices, narrowed, onNarrow }: NarrowingProps) {
  const selects = [
    ['eventId', 'Event', 'All events', choices.events],
    ['categoryId', 'Category', 'All categories', choices.categories],
    ['instructorId', 'Instructor', 'All instructors', choices.instructors],
  ] as const;
  return selects.map(([name, label, placeholder, options]) => (
    <SelectField
      key={name}
      label={label}
      placeholder={placeholder}
      value={narrowed[name] ?? ''}
      options={options.map((option) => ({ value: String(option.id), label: option.name }))}
      onChange={(event) => onNarrow(name, event.target.value)}
    />
  ));
}

interface ReportProps {
  report: ReturnType<typeof useAttendance>;
  narrowed: Narrowed;
  onNarrow: (name: keyof Narrowed, id: string) => void;
  onWiden: () => void;
}

function Report({ report, narrowed, onNarrow, onWiden }: ReportProps) {
  const error = blockingError(report);
  if (error && !report.isPlaceholderData)
    return (
      <ErrorState title="The report could not be loaded" onRetry={() => void report.refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!report.data) return <Loading label="Loading the report" lines={8} lineHeight={40} />;
  const { total } = report.data;
  if (total.sessions + total.sessionsCancelled === 0)
    return (
      <EmptyState
        icon="chart-column"
        title="No sessions"
        {...(Object.keys(narrowed).length > 0 ? { actions: <Button onClick={onWiden}>Show all sessions</Button> } : {})}
      >
        No session of this kind begins in these days.
      </EmptyState>
    );
  return (
    <div className={classNames(layout.stack5, report.isPlaceholderData && styles.stale)}>
      <p className={styles.printed}>{wordsOf(report.data, narrowed)}</p>
      <KeyFigures figures={figuresOf(total)} />
      <AttendanceTables report={report.data} narrowed={narrowed} onNarrow={onNarrow} />
      <HoursCard hours={report.data.hours} />
    </div>
  );
}

/** What a printed report is of. */
function wordsOf({ from, to, choices }: AttendanceReport, { eventId, categoryId, instructorId }: Narrowed): string {
  const names = [
    choices.events.find(({ id }) => String(id) === eventId)?.name,
    choices.categories.find(({ id }) => String(id) === categoryId)?.name,
    choices.instructors.find(({ id }) => String(id) === instructorId)?.name,
  ].filter((name) => name !== undefined);
  return [`${formatDay(from)} to ${formatDay(to)}`, ...names].join(', ');
}

function figuresOf(total: AttendanceFigures): [string, string, string][] {
  const { sessions, sessionsCancelled, seats, seated, came, late, noShow, unmarked, waited, promoted, cancelled } =
    total;
  return [
    [
      'Sessions',
      formatNumber(sessions),
      sessionsCancelled === 0 ? '' : `${formatNumber(sessionsCancelled)} more cancelled`,
    ],
    ['Seats taken', formatNumber(seated), `${formatShare(seated, seats)} of ${formatNumber(seats)}`],
    ['Came', formatNumber(came), `${formatShare(came, came + noShow)} of whom it is known, ${formatNumber(late)} late`],
    [
      'No-shows',
      formatNumber(noShow),
      unmarked === 0 ? '' : `${formatCount(unmarked, 'ticket', 'tickets')} not marked`,
    ],
    ['Waited', formatNumber(waited), `${formatNumber(promoted)} got a seat`],
    [
      'Cancelled',
      formatNumber(cancelled),
      total.cancelledLate === 0 ? '' : `${formatNumber(total.cancelledLate)} late`,
    ],
  ];
}
