import { isDate } from '../../../../domain/values/dates.ts';
import { termFrom, type Term } from '../../../../domain/values/terms.ts';
import { useModel } from '../../../app/useModel.ts';
import type { RuleEnd } from '../../../forms/shared/ruleChoice.ts';
import { RuleBuilder } from '../../../forms/widgets/RuleBuilder.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import layout from '../../../ui/layout.module.css';

/** How sessions repeat. */
export interface SeriesChoice {
  rule: string | null;
  /** Dates of the rule without a session. */
  excluded: ReadonlySet<string>;
  isBookedAsWhole: boolean;
}

export interface SeriesFieldsProps {
  series: SeriesChoice;
  onSeries: (changes: Partial<SeriesChoice>) => void;
  /** The local date of the first one; empty while it has none. */
  date: string;
  zone: string;
  error: string | undefined;
}

export function SeriesFields({ series, onSeries, date, zone, error }: SeriesFieldsProps) {
  const { terms } = useModel().site;
  return (
    <Card title="Repeats" description={isDate(date) ? undefined : 'Enter the start first.'}>
      {isDate(date) && (
        <div className={layout.stack4}>
          <Field label="How often" hideLabel error={error}>
            {(ids) => (
              <RuleBuilder
                control={ids}
                rule={series.rule}
                date={date}
                zone={zone}
                usualEnd={seriesEnd(date, terms)}
                onRule={(rule) => onSeries({ rule, excluded: new Set() })}
              />
            )}
          </Field>
          {series.rule !== null && (
            <RadioGroup
              label="People sign up"
              choices={[
                { value: 'single', label: 'For each session separately' },
                {
                  value: 'whole',
                  label: 'For the series as a whole',
                  help: 'One sign-up takes a seat in every session.',
                },
              ]}
              value={series.isBookedAsWhole ? 'whole' : 'single'}
              onChange={(value) => onSeries({ isBookedAsWhole: value === 'whole' })}
            />
          )}
        </div>
      )}
    </Card>
  );
}

/** A series ends with the term; without terms, after ten sessions. */
function seriesEnd(date: string, terms: readonly Term[]): RuleEnd {
  const term = termFrom(date, terms);
  return term === undefined ? { end: 'after', count: 10 } : { end: 'until', until: term.end };
}
