import { SelectField } from '../../../ui/SelectField.tsx';
import { STATUS_LABELS, STATUSES, type Status } from '../../../../domain/requests/workflow.ts';
import { TabLinks } from '../../../ui/TabLinks.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { writeListState, type ListState } from './listState.ts';
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
  const toShow = (show: ListState['show']) => ({
    search: writeListState({ ...state, show, status: null, page: 1 }).toString(),
  });
  return (
    <>
      <TabLinks
        label="Show"
        tabs={SHOWS.map(([key, label]) => ({ key, label, to: toShow(key) }))}
        selected={state.show}
        className={styles.shows}
      />
      <div className={styles.filters} role="search" aria-label="Find my requests">
        <SearchBox label="Search my requests" text={state.q} onSearch={(q) => onChange({ q })} />
        <SelectField
          label="Status"
          hideLabel
          placeholder="Any status"
          options={OPTIONS}
          value={state.status ?? ''}
          onChange={(event) => onChange({ status: event.target.value === '' ? null : (event.target.value as Status) })}
        />
      </div>
    </>
  );
}
