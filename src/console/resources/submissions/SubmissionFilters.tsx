import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Person } from '../../../../domain/request-calls.ts';
import { STATUSES, STATUS_LABELS } from '../../../../domain/workflow.ts';
import type { Status } from '../../../../domain/workflow.ts';
import { useSession } from '../../../app/useSession.ts';
import { Combobox } from '../../../forms/Combobox.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Popover } from '../../engine/Popover.tsx';
import { SearchBox } from '../../../requests/SearchBox.tsx';
import filters from '../../list/filters.module.css';
import { NO_FILTER, isFiltered } from './listQuery.ts';
import { findPeople, listForms, listGroups, listStaff, readPerson } from '../../../requests/requestCalls.ts';
import type { SubmissionList } from './useSubmissionList.ts';
import styles from './submissions.module.css';

const FIVE_MINUTES = 300_000;

/** What the list is narrowed to, each as a chip that opens its choices. */
export function SubmissionFilters({ submissions }: { submissions: SubmissionList }) {
  const { query, change } = submissions;
  const groups =
    useQuery({ queryKey: ['requests', 'groups'], queryFn: listGroups, staleTime: FIVE_MINUTES }).data ?? [];
  const forms = useQuery({ queryKey: ['requests', 'forms'], queryFn: listForms, staleTime: FIVE_MINUTES }).data ?? [];
  const offered = query.formGroupId === null ? forms : forms.filter((form) => form.groupId === query.formGroupId);
  return (
    <div className={filters.bar} role="search" aria-label="Find requests">
      <SearchBox label="Search requests" words={query.q} onSearch={(q) => change({ q })} />
      <StatusFilter chosen={query.status} onChange={(status) => change({ status })} />
      <ChoiceFilter
        label="Group"
        choices={groups.map((group) => ({ value: group.id, label: group.title }))}
        chosen={query.formGroupId}
        onChoose={(formGroupId) => change({ formGroupId, formId: null })}
      />
      <ChoiceFilter
        label="Form"
        choices={offered.map((form) => ({ value: form.id, label: form.title }))}
        chosen={query.formId}
        onChoose={(formId) => change({ formId })}
      />
      <AssigneeFilter chosen={query.assignedToId} onChoose={(assignedToId) => change({ assignedToId })} />
      <SubmitterFilter chosen={query.submittedById} onChoose={(submittedById) => change({ submittedById })} />
      <CheckboxField
        label="Show done"
        checked={query.showDone}
        onChange={(event) => change({ showDone: event.target.checked })}
      />
      {isFiltered(query) && (
        <Button variant="quiet" size="small" onClick={() => change(NO_FILTER)}>
          Clear all
        </Button>
      )}
    </div>
  );
}

interface ChipProps {
  label: string;
  value: string | null;
  onClear: () => void;
  children: (close: () => void) => ReactNode;
}

/** Closed and empty it offers the filter; set it says the value and can be removed. */
function FilterChip({ label, value, onClear, children }: ChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className={value === null ? styles.unsetChip : filters.chip}>
      <Popover
        label={`Filter by ${label.toLowerCase()}`}
        open={open}
        onOpenChange={setOpen}
        trigger={(attributes) => (
          <button type="button" className={value === null ? filters.add : filters.chipMain} {...attributes}>
            {value === null ? (
              <>
                <Icon name="plus" size={14} />
                {label}
              </>
            ) : (
              <>
                <span className={filters.chipField}>{label}</span> {value}
              </>
            )}
          </button>
        )}
      >
        {children(() => setOpen(false))}
      </Popover>
      {value !== null && (
        <button type="button" className={filters.chipRemove} aria-label={`Remove filter ${label}`} onClick={onClear}>
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}

function StatusFilter({ chosen, onChange }: { chosen: Status[]; onChange: (status: Status[]) => void }) {
  const value =
    chosen.length === 0
      ? null
      : chosen.length > 2
        ? `${chosen.length} chosen`
        : chosen.map((status) => STATUS_LABELS[status]).join(' or ');
  return (
    <FilterChip label="Status" value={value} onClear={() => onChange([])}>
      {() => (
        <fieldset className={styles.statusChoices}>
          <legend className="visually-hidden">Statuses to show</legend>
          {STATUSES.filter((status) => status !== 'Unknown').map((status) => (
            <CheckboxField
              key={status}
              label={<StatusChip status={status} />}
              checked={chosen.includes(status)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, status] : chosen.filter((other) => other !== status))
              }
            />
          ))}
        </fieldset>
      )}
    </FilterChip>
  );
}

interface Choice<T> {
  value: T;
  label: string;
}

function ChoiceFilter<T extends number | string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: Choice<T>[];
  chosen: T | null;
  onChoose: (value: T | null) => void;
}) {
  const value = chosen === null ? null : (choices.find((choice) => choice.value === chosen)?.label ?? `#${chosen}`);
  return (
    <FilterChip label={label} value={value} onClear={() => onChoose(null)}>
      {(close) => (
        <ul className={filters.menu}>
          {choices.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                className={filters.menuEntry}
                aria-pressed={choice.value === chosen}
                onClick={() => {
                  close();
                  onChoose(choice.value);
                }}
              >
                {choice.label}
              </button>
            </li>
          ))}
          {choices.length === 0 && <li className={styles.nothingHere}>There are none.</li>}
        </ul>
      )}
    </FilterChip>
  );
}

function AssigneeFilter({
  chosen,
  onChoose,
}: {
  chosen: number | 'none' | null;
  onChoose: (id: number | 'none' | null) => void;
}) {
  const { userName } = useSession();
  const staff = useQuery({ queryKey: ['requests', 'staff'], queryFn: listStaff, staleTime: FIVE_MINUTES }).data ?? [];
  const me = staff.find((one) => one.username === userName);
  const choices: Choice<number | 'none'>[] = [
    ...(me ? [{ value: me.id, label: 'Me' }] : []),
    { value: 'none', label: 'Nobody' },
    ...staff.filter((one) => one !== me).map((one) => ({ value: one.id, label: one.name })),
  ];
  return <ChoiceFilter label="Assigned to" choices={choices} chosen={chosen} onChoose={onChoose} />;
}

function SubmitterFilter({ chosen, onChoose }: { chosen: number | null; onChoose: (id: number | null) => void }) {
  const submitter = useQuery({
    queryKey: ['requests', 'person', chosen],
    queryFn: () => readPerson(chosen ?? 0),
    enabled: chosen !== null,
    staleTime: FIVE_MINUTES,
  });
  const optionOf = ({ id, name, username }: Person) => ({ value: id, label: name, hint: username });
  return (
    <FilterChip
      label="Submitted by"
      value={chosen === null ? null : (submitter.data?.name ?? `#${chosen}`)}
      onClear={() => onChoose(null)}
    >
      {(close) => (
        <div className={styles.personChoice}>
          <label htmlFor="submitted-by">Submitted by</label>
          <Combobox
            input={{ id: 'submitted-by' }}
            listLabel="People"
            selected={submitter.data ? optionOf(submitter.data) : null}
            source={{ search: async (words) => (await findPeople(words)).map(optionOf) }}
            onSelect={(option) => {
              close();
              onChoose(option === null ? null : Number(option.value));
            }}
            placeholder="Type a name"
          />
        </div>
      )}
    </FilterChip>
  );
}
