import { formatInstant, formatInstantFully } from '../../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import { factText } from './reportText.ts';
import type { DebugSection, Fact, FactKind, FactState, FactTable, FactValue } from '../../../../domain/calls/debug.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, type Tone } from '../../../ui/Chip.tsx';
import type { IconProps } from '../../../ui/Icon.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { Table } from '../../../ui/Table.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './debug.module.css';
import { OutcomeChip } from './OutcomeChip.tsx';
import { checkId, type Checks, type CheckName } from './useChecks.ts';

/** One part: its facts, its tables, its checks. */
export function SectionCard({ section, checks }: { section: DebugSection; checks: Checks }) {
  const { key, title, facts, fault } = section;
  return (
    <Card id={key} tabIndex={-1} title={title} className={styles.section}>
      <div className={layout.stack5}>
        {fault !== null && (
          <p className={styles.unread}>
            <Chip tone="red" icon="triangle-alert">
              Could not be read
            </Chip>{' '}
            {fault}
          </p>
        )}
        {facts !== null && facts.facts.length > 0 && (
          <div className={styles.facts}>
            <FactList
              inline
              facts={facts.facts.map((fact) => ({
                key: fact.label,
                label: fact.label,
                value: <FactCell fact={fact} />,
              }))}
            />
          </div>
        )}
        {facts?.tables?.map((table) => (
          <TableOfFacts key={table.title} table={table} />
        ))}
        {section.checks.length > 0 && (
          <ul className={styles.checks} aria-label={`Checks: ${title}`}>
            {section.checks.map((check) => (
              <CheckRow key={check.key} check={{ section: key, ...check }} checks={checks} />
            ))}
          </ul>
        )}
        {facts?.links?.map(({ label, to }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </div>
    </Card>
  );
}

const STATES: Readonly<Record<FactState, { tone: Tone; icon: IconProps['name']; label: string }>> = {
  good: { tone: 'green', icon: 'circle-check', label: 'Good' },
  attention: { tone: 'orange', icon: 'triangle-alert', label: 'Needs attention' },
  fault: { tone: 'red', icon: 'triangle-alert', label: 'Fault' },
};

function FactCell({ fact: { value, kind = 'text', state, note } }: { fact: Fact }) {
  return (
    <>
      <Value value={value} kind={kind} />{' '}
      {state !== undefined && (
        <Chip tone={STATES[state].tone} icon={STATES[state].icon}>
          {STATES[state].label}
        </Chip>
      )}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </>
  );
}

const NUMBERS: readonly FactKind[] = ['number', 'bytes', 'milliseconds', 'seconds', 'share'];

function Value({ value, kind }: { value: FactValue; kind: FactKind }) {
  if (kind === 'instant' && typeof value === 'string') return <Moment at={value} />;
  const text = factText(value, kind);
  if (NUMBERS.includes(kind)) return <span className={styles.number}>{text}</span>;
  return kind === 'code' && value !== null ? <span className={styles.code}>{text}</span> : <>{text}</>;
}

function TableOfFacts({ table: { title, columns, rows, empty } }: { table: FactTable }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.note}>{empty}</p>
      ) : (
        <Table
          caption={title}
          columns={columns.map(({ label, kind = 'text' }, at) => ({
            key: label,
            header: label,
            ...(NUMBERS.includes(kind) ? { align: 'end' as const } : {}),
            cell: ({ row }: { row: FactTable['rows'][number] }) => <Value value={row[at] ?? null} kind={kind} />,
          }))}
          rows={rows.map((row, at) => ({ row, at }))}
          rowKey={({ at }) => at}
        />
      )}
    </section>
  );
}

function CheckRow({ check, checks: { answers, running, run } }: { check: CheckName; checks: Checks }) {
  const id = checkId(check);
  const answer = answers.get(id);
  return (
    <li className={styles.check}>
      <Button
        size="small"
        icon="play"
        busy={running === id}
        disabled={running !== null && running !== id}
        onClick={() => void run([check])}
      >
        {check.title}
      </Button>
      <div role="status" className={styles.answer}>
        {answer !== undefined && (
          <>
            <OutcomeChip outcome={answer.outcome} /> {answer.says}{' '}
            {answer.todo !== undefined && <strong>{answer.todo}</strong>}{' '}
            <span className={styles.quiet}>
              {factText(answer.ms, 'milliseconds')}, <Moment at={answer.at} />
            </span>
          </>
        )}
      </div>
    </li>
  );
}

/** An instant in the site's zone. */
function Moment({ at }: { at: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)} className={styles.moment}>
      {formatInstant(at, timezone)}
    </time>
  );
}
