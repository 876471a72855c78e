import type { PageListEntry } from '../../../../../domain/page-content.ts';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { STATES } from '../pageState.ts';
import type { StateKey } from '../pageState.ts';
import { PAGE_TYPES } from '../pageTypes.ts';
import { stateOfEntry } from './pageListView.ts';
import type { PageListView } from './pageListView.ts';
import styles from './manage.module.css';

interface PageFiltersProps {
  pages: readonly PageListEntry[];
  view: PageListView;
  onView: (change: Partial<PageListView>) => void;
}

export function PageFilters({ pages, view, onView }: PageFiltersProps) {
  const counted = (key: StateKey) => pages.filter((page) => stateOfEntry(page) === key).length;
  return (
    <div className={styles.filters} role="search" aria-label="Pages">
      <TextField
        label="Search"
        type="search"
        placeholder="Title, address or category"
        value={view.q}
        onChange={(event) => onView({ q: event.target.value })}
      />
      <SelectField
        label="State"
        placeholder="All but deleted"
        options={STATES.map(({ key, label }) => ({ value: key, label: `${label} (${counted(key)})` }))}
        value={view.state ?? ''}
        onChange={(event) => onView({ state: STATES.find(({ key }) => key === event.target.value)?.key ?? null })}
      />
      <SelectField
        label="Type"
        placeholder="All types"
        options={PAGE_TYPES.map(({ type, label }) => ({ value: type, label }))}
        value={view.type ?? ''}
        onChange={(event) => onView({ type: event.target.value || null })}
      />
    </div>
  );
}
