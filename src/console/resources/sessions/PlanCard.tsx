import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import { formatCount, formatPeriod } from '../../../../domain/values/formats.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Plan } from '../../../../domain/calls/series.ts';
import { PlanItemList } from '../../../actions/PlanItemList.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { OverrideField, type ConflictOverride } from './OverrideField.tsx';
import type { SeriesChoice } from './SeriesFields.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './sessions.module.css';

export interface PlanCardProps {
  series: SeriesChoice;
  onSeries: (changes: Partial<SeriesChoice>) => void;
  /** Null while times or the rule are incomplete. */
  planned: Pick<UseQueryResult<Plan>, 'data' | 'error' | 'isFetching' | 'refetch'> | null;
  /** Why the times are invalid. */
  fault: string | null;
  override: ConflictOverride;
  /** What the user may have overlooked, without reason to refuse it. */
  warnings: readonly string[];
}

/** When the sessions take place, and the conflicts of each. */
export function PlanCard({ series, onSeries, planned, fault, override, warnings }: PlanCardProps) {
  if (planned?.error)
    return (
      <ErrorState title="The dates could not be checked" onRetry={() => void planned.refetch()}>
        {planned.error.message}
      </ErrorState>
    );
  if (fault !== null)
    return (
      <Card title="When">
        <p className={styles.conflict} role="status">
          <Icon name="triangle-alert" size={16} /> {fault}
        </p>
      </Card>
    );
  if (planned?.data === undefined)
    return planned?.isFetching === true ? <Loading label="Checking for conflicts" lines={2} /> : null;
  const { sessions, isCut, timezone, canOverrideConflicts } = planned.data;
  const isSeries = series.rule !== null;
  const included = sessions.filter(({ date }) => !isSeries || !series.excluded.has(date));
  const conflicting = included.filter(({ conflicts }) => conflicts.length > 0);
  return (
    <Card
      title={isSeries ? formatCount(included.length, 'session', 'sessions') : 'When'}
      description={isSeries ? 'Clear the dates without a session.' : undefined}
    >
      <div className={layout.stack4} aria-busy={planned.isFetching}>
        {isCut && (
          <Banner tone="error" title={`A series has at most ${MOST_SESSIONS} sessions`}>
            End it earlier, or schedule two series.
          </Banner>
        )}
        <PlanItemList
          label="Dates"
          items={sessions.map(({ date, startsAt, endsAt, conflicts }) => ({
            key: date,
            label: formatPeriod(wallClockOf(startsAt, timezone), wallClockOf(endsAt, timezone)),
            note: '',
            fault: conflicts.length === 0 ? null : conflicts.map(({ text }) => text).join('; '),
            isFixed: false,
            isLeft: isSeries && series.excluded.has(date),
          }))}
          onLeave={isSeries ? (dates) => onSeries({ excluded: new Set(dates) }) : undefined}
        />
        {isSeries && conflicting.length > 0 && (
          <div>
            <Button
              size="small"
              onClick={() => {
                onSeries({ excluded: new Set([...series.excluded, ...conflicting.map(({ date }) => date)]) });
              }}
            >
              Skip {formatCount(conflicting.length, 'date', 'dates')} with a conflict
            </Button>
          </div>
        )}
        {warnings.map((warning) => (
          <p key={warning} className={styles.conflict} role="status">
            <Icon name="triangle-alert" size={16} /> {warning}
          </p>
        ))}
        {override.count === 0 ? (
          <p className={styles.free} role="status">
            <Icon name="circle-check" size={16} /> No conflicts
          </p>
        ) : (
          <OverrideField override={override} canOverride={canOverrideConflicts} isSeries={isSeries} />
        )}
      </div>
    </Card>
  );
}
