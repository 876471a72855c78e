import { formatCount, formatNumber } from '../../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import type { PlannedPerson, RosterPlan } from '../../../../domain/calls/classes.ts';
import { PLAN_NAMES, ROSTER_COLUMNS, type RosterColumn } from '../../../../domain/sessions/rosters.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { ScrollingTable } from '../../../ui/ScrollingTable.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './classes.module.css';

const COLUMN_LABELS: Readonly<Record<RosterColumn, string>> = {
  studentId: 'Student ID',
  email: 'Email',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  section: 'Section',
  status: 'Registration status',
};
const FIELD_LABELS: Readonly<Record<PlannedPerson['changes'][number]['field'], string>> = {
  name: 'Name',
  studentId: 'Student ID',
  email: 'Email',
  section: 'Section',
  account: 'Account',
};

interface Props {
  plan: RosterPlan;
  isBusy: boolean;
  onColumns: (columns: (RosterColumn | null)[]) => void;
  onKeepMissing: (keeps: boolean) => void;
}

/** What an import would do: who is new, comes back, changes or is dropped, and the lines that cannot be read. */
export function RosterPlanView({ plan, isBusy, onColumns, onKeepMissing }: Props) {
  const { counts, fault, faults, keepsMissing } = plan;
  return (
    <div className={layout.stack4} aria-busy={isBusy}>
      {plan.titles.length > 0 && <Columns plan={plan} isBusy={isBusy} onColumns={onColumns} />}
      {fault !== null && (
        <Banner tone="error" title="This cannot be imported">
          {fault}
        </Banner>
      )}
      {fault === null && (
        <>
          <p role="status">
            {formatCount(plan.lines, 'person', 'people')} in the file: {formatNumber(counts.added)} new,{' '}
            {formatNumber(counts.returned)} returning, {formatNumber(counts.changed)} changed,{' '}
            {formatNumber(counts.unchanged)} unchanged, {formatNumber(counts.dropped)} dropped,{' '}
            {formatNumber(counts.faults)} with an error.
            {counts.waiting > 0 &&
              ` ${formatCount(counts.waiting, 'person has', 'people have')} no account yet, and will be linked when there is one.`}
          </p>
          {faults.length > 0 && (
            <Banner tone="warning" title={`${formatCount(counts.faults, 'line is', 'lines are')} skipped`}>
              <ul className={styles.faults}>
                {faults.map(({ line, words }) => (
                  <li key={`${line} ${words}`}>{words}</li>
                ))}
              </ul>
              {counts.faults > faults.length && <p>And {formatNumber(counts.faults - faults.length)} more.</p>}
              {keepsMissing === 'faults' &&
                'No one is dropped until these lines are corrected, because they may belong to people on the roster.'}
            </Banner>
          )}
          {keepsMissing !== 'faults' && (
            <CheckboxField
              label="Keep people who are not in the file"
              help="Use this for a file with only part of the class. Otherwise these people are dropped; they return with a file that lists them."
              checked={keepsMissing === 'asked'}
              disabled={isBusy}
              onChange={({ target }) => onKeepMissing(target.checked)}
            />
          )}
          <Group title="Dropped" people={plan.dropped} count={counts.dropped} />
          <Group title="Changed" people={plan.changed} count={counts.changed} />
          <Group title="Back" people={plan.returned} count={counts.returned} />
          <Group title="New" people={plan.added} count={counts.added} />
        </>
      )}
    </div>
  );
}

function Columns({ plan: { titles, columns, samples }, isBusy, onColumns }: Omit<Props, 'onKeepMissing'>) {
  return (
    <details open={!columns.includes('studentId') && !columns.includes('email')} className={styles.columns}>
      <summary>
        Columns: {columns.flatMap((one) => (one === null ? [] : COLUMN_LABELS[one])).join(', ') || 'none'}
      </summary>
      <div className={styles.mapping}>
        {titles.map((title, at) => (
          <SelectField
            key={at}
            label={title}
            help={samples.flatMap((values) => values[at] || []).join(', ') || 'Empty'}
            placeholder="Not used"
            value={columns[at] ?? ''}
            disabled={isBusy}
            options={ROSTER_COLUMNS.map((value) => ({ value, label: COLUMN_LABELS[value] }))}
            onChange={({ target }) => {
              const chosen = ROSTER_COLUMNS.find((one) => one === target.value) ?? null;
              onColumns(columns.map((one, index) => (index === at ? chosen : one === chosen ? null : one)));
            }}
          />
        ))}
      </div>
    </details>
  );
}

function Group({
  title,
  people,
  count,
}: {
  title: string;
  people: readonly PlannedPerson[];
  count: number;
}): ReactNode {
  if (count === 0) return null;
  return (
    <section>
      <h3 className={styles.groupTitle}>
        {title}: {formatNumber(count)}
      </h3>
      <ScrollingTable className={styles.people} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Student ID</th>
            <th scope="col">Email</th>
            <th scope="col">Section</th>
            <th scope="col">Account</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person, at) => (
            <tr key={at}>
              <td>{person.line ?? '–'}</td>
              <td>
                {person.name}
                {person.changes.map(({ field, from, to }) => (
                  <span key={field} className={styles.change}>
                    {FIELD_LABELS[field]}: {from ?? 'none'} → {to ?? 'none'}
                  </span>
                ))}
              </td>
              <td>{person.studentId ?? '–'}</td>
              <td>{person.email ?? '–'}</td>
              <td>{person.section ?? '–'}</td>
              <td>
                {person.account ?? 'None yet'}
                {isOfAnother(person) && <span className={styles.doubt}>Different name. Is it the same person?</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {count > people.length && <p className={styles.change}>The first {PLAN_NAMES} are shown.</p>}
    </section>
  );
}

/** Of the names of the line and of its account, nothing is the same: two addresses may have been swapped. */
function isOfAnother({ name, account, email, studentId }: PlannedPerson): boolean {
  if (account === null || name.toLowerCase() === email || name === studentId) return false;
  const [words, others] = [nameWords(name), new Set(nameWords(account))];
  return words.length > 0 && others.size > 0 && !words.some((word) => others.has(word));
}

function nameWords(name: string): string[] {
  return name
    .normalize('NFD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .map((word) => word.replace(/\p{M}/gu, ''))
    .filter((word) => word.length > 1);
}
