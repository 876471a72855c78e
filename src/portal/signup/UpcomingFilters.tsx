import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import {
  FILTER_NAMES,
  MOST_WORDS,
  SESSION_HOURS,
  SESSION_WHENS,
  sessionFilterIn,
  type SessionFilter,
} from '../../../domain/sessions/session-filter.ts';
import type { SessionChoices } from '../../../domain/calls/sessions.ts';
import { createLazyModule, useLazyModule } from '../../app/lazyModule.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { classNames } from '../../ui/classNames.ts';
import { PartNotLoaded } from '../../ui/PartNotLoaded.tsx';
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx';
import { SelectField, type Option } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { HOURS_TEXTS, WHEN_WORDS, widerFilters } from './filterTexts.ts';
import styles from './Upcoming.module.css';

const rangeModule = createLazyModule(() => import('./DateRange.tsx'));

const SHOWS = [
  { value: 'list', label: 'List' },
  { value: 'month', label: 'Calendar' },
] as const;
/** The choice of "When" that is for dates of one's own. */
const DATES = 'dates';
const WHEN_OPTIONS: readonly Option[] = [
  ...SESSION_WHENS.map((value) => ({ value, label: WHEN_WORDS[value] })),
  { value: DATES, label: 'Choose dates' },
];

export interface UpcomingFiltersProps {
  filter: SessionFilter;
  choices: SessionChoices;
  today: string;
  isCalendar: boolean;
  onChange: (filter: SessionFilter, isCalendar: boolean) => void;
  clearedAddress: string;
}

/** What sessions are chosen by; as a list or in a calendar, whose dates are its own. Without scripts it is a form. */
export function UpcomingFilters(props: UpcomingFiltersProps) {
  const { filter, isCalendar, onChange } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hasDates = filter.when === null && (filter.from !== null || filter.to !== null);
  const [isChoosing, setChoosing] = useState(hasDates);
  const set = (changes: Partial<SessionFilter>) => onChange({ ...filter, ...changes }, isCalendar);
  const count = widerFilters({ ...filter, q: '' }).length;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
  };
  const takeEarly = useEffectEvent(() => {
    if (form.current === null) return;
    const early = chosenIn(form.current, filter);
    if (early.hasDates) setChoosing(true);
    const isSame = FILTER_NAMES.every((name) => early.filter[name] === filter[name]);
    if (!isSame || early.isCalendar !== isCalendar) onChange(early.filter, early.isCalendar);
  });
  // What was chosen in the document before this code has loaded.
  useEffect(() => takeEarly(), []);
  return (
    <form
      ref={form}
      className={styles.filters}
      role="search"
      aria-label="Find events"
      action="/signup/upcomingworkshops"
      autoComplete="off"
      onSubmit={submit}
    >
      <div className={styles.line}>
        <TextField
          key={filter.q}
          label="Search events"
          hideLabel
          type="search"
          name="q"
          defaultValue={filter.q}
          maxLength={MOST_WORDS}
          placeholder="Search events"
          autoComplete="off"
          enterKeyHint="search"
          className={styles.words ?? ''}
        />
        <Button type="submit" icon="search" className={styles.submit}>
          Search
        </Button>
        <Button className={styles.toggle} icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className="phone-hidden">Filters</span>
          {count > 0 && ` (${count})`}
        </Button>
        <SegmentedChoice
          label="Show as"
          className={styles.shows}
          choices={SHOWS}
          value={isCalendar ? 'month' : 'list'}
          name="view"
          onChange={(value) => onChange(filter, value === 'month')}
        />
      </div>
      <div className={classNames(styles.choices, isOpen && styles.open)}>
        <FilterFields
          {...props}
          isChoosing={isChoosing || hasDates}
          onChoosing={setChoosing}
          isFiltered={count > 0 || filter.q !== ''}
          onSet={set}
        />
      </div>
    </form>
  );
}

interface FilterFieldsProps extends UpcomingFiltersProps {
  /** Whether dates of one's own are chosen. */
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  isFiltered: boolean;
  onSet: (changes: Partial<SessionFilter>) => void;
}

function FilterFields(props: FilterFieldsProps) {
  const { filter, choices, isCalendar, clearedAddress, isChoosing, onChoosing, isFiltered, onSet } = props;
  const { eventId, categoryId, locationId, when, hours, seats } = filter;
  const offered = choices.events.filter((event) => categoryId === null || event.categoryId === categoryId);
  const chooseWhen = (value: string) => {
    onChoosing(value === DATES);
    onSet({ when: SESSION_WHENS.find((one) => one === value) ?? null, from: null, to: null });
  };
  return (
    <>
      <SelectField
        label="Category"
        name="categoryId"
        placeholder="All categories"
        options={optionsOf(choices.categories, categoryId, 'Another category')}
        value={String(categoryId ?? '')}
        onChange={({ target }) => onSet({ categoryId: filterId(target.value), eventId: null })}
      />
      <SelectField
        label="Event"
        name="eventId"
        placeholder="All events"
        options={optionsOf(
          offered.map(({ id, title }) => ({ id, name: title })),
          eventId,
          'Another event',
        )}
        value={String(eventId ?? '')}
        onChange={({ target }) => onSet({ eventId: filterId(target.value) })}
      />
      <SelectField
        label="Place"
        name="locationId"
        placeholder="All places"
        options={optionsOf(choices.places, locationId, 'Another place')}
        value={String(locationId ?? '')}
        onChange={({ target }) => onSet({ locationId: filterId(target.value) })}
      />
      {!isCalendar && (
        <SelectField
          label="When"
          name="when"
          placeholder="Any day"
          options={WHEN_OPTIONS}
          value={when ?? (isChoosing ? DATES : '')}
          onChange={({ target }) => chooseWhen(target.value)}
        />
      )}
      <SelectField
        label="Time of day"
        name="hours"
        placeholder="Any time"
        options={SESSION_HOURS.map((value) => ({ value, label: HOURS_TEXTS[value]() }))}
        value={hours ?? ''}
        onChange={({ target }) => onSet({ hours: SESSION_HOURS.find((one) => one === target.value) ?? null })}
      />
      <DateFields {...props} />
      <div className={styles.seats}>
        <CheckboxField
          label="Only with available seats"
          name="seats"
          value="free"
          checked={seats !== null}
          onChange={({ target }) => onSet({ seats: target.checked ? 'free' : null })}
        />
        {isFiltered && (
          <ButtonLink variant="quiet" size="small" icon="x" to={clearedAddress} onClick={() => onChoosing(false)}>
            Clear filters
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function DateFields({ filter: { from, to, when }, isCalendar, isChoosing, today, onSet }: FilterFieldsProps) {
  const hasRange = !isCalendar && when === null && isChoosing;
  const range = useLazyModule(rangeModule, hasRange);
  return (
    <>
      {hasRange && (
        <div className={styles.dates}>
          {range.module !== null && <range.module.DateRange from={from} to={to} first={today} onChange={onSet} />}
          {range.hasFailed && <PartNotLoaded onRetry={rangeModule.load} />}
        </div>
      )}
      <noscript>
        <TextField label="From" type="date" name="from" defaultValue={from ?? ''} />
        <TextField label="To" type="date" name="to" defaultValue={to ?? ''} />
      </noscript>
    </>
  );
}

/** What the form says; what it does not ask for is as in `filter`. Words count once they are sent. */
function chosenIn(form: HTMLFormElement, filter: SessionFilter) {
  const data = new FormData(form);
  const fieldText = (name: string) => String(data.get(name) ?? '');
  const isShown = (name: string) => name !== 'q' && form.elements.namedItem(name) !== null;
  const chosen = sessionFilterIn((name) => (isShown(name) ? fieldText(name) : String(filter[name] ?? '')));
  return {
    filter: chosen.when === filter.when ? chosen : { ...chosen, from: null, to: null },
    hasDates: fieldText('when') === DATES,
    isCalendar: fieldText('view') === 'month',
  };
}

/** With the chosen one where no upcoming session has it. */
function optionsOf(choices: readonly { id: number; name: string }[], chosen: number | null, unknown: string): Option[] {
  const options = choices.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = chosen === null || choices.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: String(chosen), label: unknown }];
}

function filterId(value: string): number | null {
  return value === '' ? null : Number(value);
}
