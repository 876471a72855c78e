import type { Plan } from '../../../../domain/series-calls.ts';
import { MOST_SESSIONS } from '../../../../domain/series-calls.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { RuleBuilder } from '../../../forms/widgets/RuleBuilder.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { DespiteField } from './DespiteField.tsx';
import { PlanList } from './PlanList.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './sessions.module.css';

/** How the session repeats, and what is done about its clashes. */
export interface SeriesChoice {
  rule: string | null;
  left: ReadonlySet<string>;
  isBookedAsWhole: boolean;
  despite: string | null;
}

export interface SeriesFieldsProps {
  series: SeriesChoice;
  onSeries: (series: SeriesChoice) => void;
  /** The local date of the first one; empty while it has none. */
  date: string;
  zone: string;
  plan: Plan | undefined;
  isPlanning: boolean;
  /** Why the times cannot be. */
  fault: string | null;
  failure: Error | null;
  onRetry: () => void;
  /** How many of the sessions that take place clash with something. */
  clashing: number;
  errors: { rule?: string | undefined; despite?: string | undefined };
}

/** How a session repeats. */
export function SeriesFields({ series, onSeries, date, zone, errors }: SeriesFieldsProps) {
  const set = (changes: Partial<SeriesChoice>) => onSeries({ ...series, ...changes });
  return (
    <Card title="Repeats" description={isDate(date) ? undefined : 'Enter first when it starts.'}>
      {isDate(date) && (
        <div className={layout.stack4}>
          <Field label="How often" hideLabel error={errors.rule}>
            {(ids) => (
              <RuleBuilder
                control={ids}
                rule={series.rule}
                date={date}
                zone={zone}
                onRule={(rule) => set({ rule, left: new Set() })}
              />
            )}
          </Field>
          {series.rule !== null && (
            <RadioGroup
              label="People sign up"
              choices={[
                { value: 'single', label: 'For each session by itself' },
                {
                  value: 'whole',
                  label: 'For the series as a whole',
                  help: 'One sign-up takes a seat in every session.',
                },
              ]}
              value={series.isBookedAsWhole ? 'whole' : 'single'}
              onChange={(value) => set({ isBookedAsWhole: value === 'whole' })}
            />
          )}
        </div>
      )}
    </Card>
  );
}

/** When the sessions take place, and what is in the way of each. */
export function PlanCard({
  series,
  onSeries,
  zone,
  plan,
  isPlanning,
  fault,
  failure,
  onRetry,
  clashing,
  errors,
}: SeriesFieldsProps) {
  const set = (changes: Partial<SeriesChoice>) => onSeries({ ...series, ...changes });
  if (failure !== null)
    return (
      <ErrorState title="The dates could not be worked out" onRetry={onRetry}>
        {failure.message}
      </ErrorState>
    );
  if (fault !== null)
    return (
      <Card title="When">
        <p className={styles.clash} role="status">
          <Icon name="triangle-alert" size={16} /> {fault}
        </p>
      </Card>
    );
  if (plan === undefined) return isPlanning ? <Loading label="Looking for clashes" lines={2} /> : null;
  const { sessions, isCut, canOverrideConflicts: mayOverride } = plan;
  const clashes = sessions.filter((one) => one.clashes.length > 0 && !series.left.has(one.date));
  const isSeries = series.rule !== null;
  const toggle = (date: string) => {
    const left = new Set(series.left);
    if (!left.delete(date)) left.add(date);
    set({ left });
  };
  return (
    <Card
      title={
        isSeries ? `${formatCount(sessions.length - countIn(series.left, sessions), 'session', 'sessions')}` : 'When'
      }
      description={isSeries ? 'Untick the dates on which none takes place.' : undefined}
    >
      <div className={layout.stack4} aria-busy={isPlanning}>
        {isCut && (
          <Banner tone="error" title={`A series has at most ${MOST_SESSIONS} sessions`}>
            Let it stop earlier, or make two of it.
          </Banner>
        )}
        <PlanList
          label="Dates"
          sessions={sessions}
          zone={zone}
          nameOf={({ date }) => date}
          {...(isSeries ? { left: series.left, onToggle: toggle } : {})}
        />
        {isSeries && clashes.length > 0 && (
          <div>
            <Button
              size="small"
              onClick={() =>
                set({ left: new Set([...series.left, ...clashes.map(({ date }) => date)]), despite: null })
              }
            >
              Leave out {formatCount(clashes.length, 'date', 'dates')} with a clash
            </Button>
          </div>
        )}
        {clashing === 0 ? (
          <p className={styles.free} role="status">
            <Icon name="circle-check" size={16} /> Nothing is in the way
          </p>
        ) : (
          <DespiteField
            count={clashing}
            mayOverride={mayOverride}
            despite={series.despite}
            error={errors.despite}
            onDespite={(despite) => set({ despite })}
          />
        )}
      </div>
    </Card>
  );
}

function countIn(left: ReadonlySet<string>, sessions: readonly { date: string }[]): number {
  return sessions.filter(({ date }) => left.has(date)).length;
}
