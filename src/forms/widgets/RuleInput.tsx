import { useContext, useState } from 'react';
import { isDate } from '../../../domain/values/dates.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Select } from '../../ui/SelectField.tsx';
import { FormDataContext, useFormEnvironment } from '../shared/FormEnvironment.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';

const RuleBuilder = lazyComponent(() => import('./RuleBuilder.tsx').then((module) => module.RuleBuilder));

/** How something repeats that starts when another field of the form says, or on a date. */
export function RuleInput(props: WidgetProps) {
  const { timezone } = useFormEnvironment();
  const from = props.property['x-starts'] ?? '';
  const starts = useContext(FormDataContext)[from] ?? from;
  const typed = startDate(starts, timezone);
  // While another date is typed, the former one counts.
  const [last, setLast] = useState(typed);
  const date = typed ?? last;
  if (date !== last) setLast(date);
  const rule = typeof props.value === 'string' && props.value !== '' ? props.value : null;
  const { 'aria-required': _, ...control } = inputAttributes(props);
  if (date === null) return <Select {...control} disabled options={[{ value: '', label: 'Enter the start first' }]} />;
  return (
    <CodeBoundary fallback={<Select {...control} disabled options={[]} />}>
      <RuleBuilder
        control={control}
        rule={rule}
        date={date}
        zone={timezone}
        onRule={(next) => props.onChange(next ?? undefined)}
      />
    </CodeBoundary>
  );
}

/** The local date of a date or an instant; null while there is none. */
function startDate(value: unknown, zone: string): string | null {
  if (typeof value !== 'string' || !isDate(value.slice(0, 10))) return null;
  return value.length === 10 ? value : wallClockOf(value, zone).slice(0, 10) || null;
}
