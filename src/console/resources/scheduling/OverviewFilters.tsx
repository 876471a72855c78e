import { useState } from 'react';
import type { StaffFilter } from '../../../../domain/sessions/scheduling.ts';
import type { StaffCalendar } from '../../../../domain/calls/staff-calendar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { Popover } from '../../engine/Popover.tsx';
import { SESSION_STATES } from './staffItems.ts';
import layout from '../../../ui/layout.module.css';

export interface OverviewFiltersProps {
  choices: StaffCalendar['choices'] | undefined;
  filters: Readonly<Partial<Record<StaffFilter, string>>>;
  onChange: (filter: StaffFilter, value: string) => void;
  onClear: () => void;
}

const LABELS = { categoryId: 'Category', eventId: 'Event', instructorId: 'Instructor' } as const;

/** By what the sessions of the overview are reduced: on a phone behind one button, which says how many filters there are. */
export function OverviewFilters(props: OverviewFiltersProps) {
  const isPhone = useMedia('below-medium');
  const [isOpen, setOpen] = useState(false);
  if (!isPhone)
    return (
      <div className={layout.toolbar2} role="group" aria-label="Filters">
        <Choices {...props} />
      </div>
    );
  const active = Object.keys(props.filters).length;
  return (
    <Popover
      label="Filters"
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      trigger={(attributes) => (
        <Button {...attributes} icon="filter">
          Filters{active > 0 && ` (${active})`}
        </Button>
      )}
    >
      <div className={layout.stack3}>
        <Choices {...props} />
        <Button variant="primary" onClick={() => setOpen(false)}>
          Done
        </Button>
      </div>
    </Popover>
  );
}

/** The choices are those of the dates that are shown. */
function Choices({ choices, filters, onChange, onClear }: OverviewFiltersProps) {
  return (
    <>
      {(['categoryId', 'eventId', 'instructorId'] as const).map((name) => {
        const options = (choices?.[name] ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
        const value = filters[name] ?? '';
        if (options.length === 0 && value === '') return null;
        return (
          <Select
            key={name}
            aria-label={LABELS[name]}
            placeholder={`Any ${LABELS[name].toLowerCase()}`}
            options={
              value === '' || options.some((option) => option.value === value)
                ? options
                : [...options, { value, label: `${LABELS[name]} ${value}` }]
            }
            value={value}
            onChange={(event) => onChange(name, event.target.value)}
          />
        );
      })}
      <Select
        aria-label="State"
        placeholder="Any state"
        options={SESSION_STATES.map(([value, label]) => ({ value, label }))}
        value={filters.status ?? ''}
        onChange={(event) => onChange('status', event.target.value)}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="quiet" icon="x" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </>
  );
}
