import { buttonClass } from '../../../ui/buttonClass.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { STATUS_LABELS, STATUSES, type Status } from '../../../../domain/requests/workflow.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import type { ListState } from './listState.ts';
import styles from './MyRequests.module.css';

const SHOWS = [
  ['all', 'All'],
  ['open', 'Open'],
  ['done', 'Done'],
] as const;
const OPTIONS = STATUSES.filter((status) => status !== 'Unknown').map((value) => ({
  value,
  label: STATUS_LABELS[value],
}));

export function ListFilters({ state, onChange }: { state: ListState; onChange: (part: Partial<ListState>) => void }) {
  return (
    <div className={styles.filters} role="search" aria-label="Find my requests">
      <SearchBox label="Search my requests" text={state.q} onSearch={(q) => onChange({ q })} />
      <div role="group" aria-label="Show" className={styles.shows}>
        {SHOWS.map(([show, label]) => (
          <button
            key={show}
            type="button"
            aria-pressed={state.show === show}
            className={buttonClass({ variant: state.show === show ? 'secondary' : 'quiet' })}
            onClick={() => onChange({ show, status: null })}
          >
            {label}
          </button>
        ))}
      </div>
      <SelectField
        label="Status"
        hideLabel
        placeholder="Any status"
        options={OPTIONS}
        value={state.status ?? ''}
        onChange={(event) => onChange({ status: event.target.value === '' ? null : (event.target.value as Status) })}
      />
    </div>
  );
}
