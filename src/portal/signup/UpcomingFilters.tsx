import type { UpcomingSessions } from '../../../domain/ticket-calls.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { SessionFilter } from './signupCalls.ts';
import styles from './Upcoming.module.css';

const SHOWS = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
] as const;

export interface UpcomingFiltersProps {
  filter: SessionFilter;
  sessions: Pick<UpcomingSessions, 'events' | 'categories'>;
  onChange: (changes: Partial<SessionFilter>) => void;
  isCalendar: boolean;
  onCalendar: (isCalendar: boolean) => void;
}

/** By category, and by the events of it; as a list or in a calendar. */
export function UpcomingFilters({
  filter,
  sessions: { events, categories },
  onChange,
  isCalendar,
  onCalendar,
}: UpcomingFiltersProps) {
  const { eventId, categoryId } = filter;
  const offered = events.filter((event) => categoryId === null || event.categoryId === categoryId);
  return (
    <div className={styles.filters} role="search" aria-label="Find events">
      <SelectField
        label="Category"
        placeholder="All categories"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(categoryId ?? '')}
        onChange={({ target }) =>
          onChange({ categoryId: target.value === '' ? null : Number(target.value), eventId: null })
        }
      />
      <SelectField
        label="Event"
        placeholder="All events"
        options={offered.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(eventId ?? '')}
        onChange={({ target }) => onChange({ eventId: target.value === '' ? null : Number(target.value) })}
      />
      {(eventId !== null || categoryId !== null) && (
        <Button icon="x" onClick={() => onChange({ eventId: null, categoryId: null })}>
          Clear filters
        </Button>
      )}
      <SegmentedChoice
        label="Show as"
        className={styles.shows}
        choices={SHOWS}
        value={isCalendar ? 'calendar' : 'list'}
        onChange={(value) => onCalendar(value === 'calendar')}
      />
    </div>
  );
}
