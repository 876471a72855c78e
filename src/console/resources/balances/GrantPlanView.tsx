import type { GrantPlan, PlannedGrant } from '../../../../domain/calls/balances.ts';
import { formatCount, formatDay, formatInstant, formatMoney, formatNumber } from '../../../../domain/values/formats.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { downloadCsv } from '../../../ui/csvText.ts';
import layout from '../../../ui/layout.module.css';
import { Table, type Column } from '../../../ui/Table.tsx';

const SHOWN_FAULTS = 10;

interface PlanViewProps {
  plan: GrantPlan;
  /** It is imported although the same file was. */
  isAgain: boolean;
  onAgain: (isAgain: boolean) => void;
}

/** What an import would do: sums, faulty rows, and the first of the others. */
export function GrantPlanView({ plan, isAgain, onAgain }: PlanViewProps) {
  const { timezone } = useModel().site;
  const { fault, faults, counts, totalCents, grants, importedAt } = plan;
  if (fault !== null)
    return (
      <Banner tone="error" title="This cannot be imported">
        {fault}
      </Banner>
    );
  return (
    <div className={layout.stack4}>
      <p role="status">
        {formatCount(counts.grants, 'row', 'rows')}, {formatMoney(totalCents)} in total.
        {counts.faults > 0 && ` ${formatCount(counts.faults, 'row with an error', 'rows with errors')}.`}
        {counts.needApproval > 0 &&
          ` ${formatNumber(counts.needApproval)} of them are above the limit and must be approved by a second person.`}
      </p>
      {faults.length > 0 && <Faults plan={plan} />}
      {importedAt !== null && (
        <Banner tone="warning" title="The same rows were imported before">
          {`On ${formatInstant(importedAt, timezone)}. If you import them again, everyone gets them a second time.`}
          <CheckboxField
            label="Import them again"
            checked={isAgain}
            onChange={({ target }) => onAgain(target.checked)}
          />
        </Banner>
      )}
      {grants.length > 0 && <Table caption="Free quota" columns={COLUMNS} rows={grants} rowKey={({ line }) => line} />}
      {counts.grants > grants.length && <p>{formatNumber(counts.grants - grants.length)} more are not shown.</p>}
    </div>
  );
}

function Faults({ plan: { faults, titles } }: { plan: GrantPlan }) {
  const save = () =>
    downloadCsv('faulty-rows.csv', [
      [...titles, 'Row', 'Problem'],
      ...faults.map(({ line, cells, reason }) => [
        ...titles.map((_, index) => cells[index] ?? ''),
        String(line),
        reason,
      ]),
    ]);
  return (
    <Banner tone="error" title="Nothing is imported until every row is correct" role="status">
      <ul>
        {faults.slice(0, SHOWN_FAULTS).map(({ line, reason }) => (
          <li key={line}>{`Row ${line}: ${reason}`}</li>
        ))}
      </ul>
      <Button size="small" icon="download" onClick={save}>
        Download the rows with errors
      </Button>
    </Banner>
  );
}

const COLUMNS: Column<PlannedGrant>[] = [
  { key: 'person', header: 'Person', cell: ({ person }) => <strong>{person}</strong> },
  { key: 'purpose', header: 'Purpose', cell: ({ purpose }) => purpose },
  { key: 'expiresOn', header: 'Expires', cell: ({ expiresOn }) => formatDay(expiresOn) },
  { key: 'needsApproval', header: 'Approval', cell: ({ needsApproval }) => (needsApproval ? 'Needed' : '–') },
  { key: 'amountCents', header: 'Amount', align: 'end', cell: ({ amountCents }) => formatMoney(amountCents) },
];
