import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Rows } from '../../../domain/generated/tables.ts';
import { formatInstantDay, formatMoney } from '../../../domain/values/formats.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { readRows } from '../../app/rows.ts';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { SelectField } from '../../ui/SelectField.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { useChoiceLabel } from './useChoiceLabel.ts';

type Line = Rows['statements'];

const PAGE = 25;

/** The changes of one of the balances, or of all of them, newest first. */
export function Statement({ balances }: { balances: readonly Rows['balances'][] }) {
  const { timezone } = useModel().site;
  const purposeLabel = useChoiceLabel('statements', 'purpose');
  const [search, setSearch] = useSearchParams();
  const sought = search.get('balance') ?? '';
  const chosen = balances.some(({ id }) => String(id) === sought) ? sought : '';
  const [limit, setLimit] = useState(PAGE);
  const ids = chosen === '' ? balances.map(({ id }) => id) : [Number(chosen)];
  const query = useQuery({
    queryKey: ['statements', 'own', ids, limit],
    // One more than is shown: there are others.
    queryFn: () => readRows('statements', { filter: { balanceId: ids }, sort: 'id', order: 'DESC', limit: limit + 1 }),
    placeholderData: keepPreviousData,
  });
  const nameOfBalance = (id: number): string => balances.find((balance) => balance.id === id)?.name ?? '';
  return (
    <section aria-labelledby="statement" className={layout.stack3}>
      <h2 id="statement">Statement</h2>
      {balances.length > 1 && (
        <div className={layout.toolbar2}>
          <SelectField
            label="Balance"
            placeholder="All balances"
            options={balances.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen}
            onChange={(event) => {
              setSearch(event.target.value === '' ? {} : { balance: event.target.value }, { replace: true });
              setLimit(PAGE);
            }}
          />
        </div>
      )}
      <QueryView query={query} what="your statement" empty={<p>No transactions yet.</p>}>
        {(lines) => (
          <>
            <Table
              caption="Statement"
              columns={columnsOf(timezone, purposeLabel, chosen === '' ? nameOfBalance : null)}
              rows={lines.slice(0, limit)}
              rowKey={({ id }) => id}
            />
            {lines.length > limit && <Button onClick={() => setLimit(limit + PAGE)}>Show more</Button>}
          </>
        )}
      </QueryView>
    </section>
  );
}

function columnsOf(
  zone: string,
  purposeLabel: (value: string) => string,
  nameOfBalance: ((id: number) => string) | null,
): Column<Line>[] {
  return [
    { key: 'at', header: 'Date', cell: ({ at }) => formatInstantDay(at, zone) },
    {
      key: 'memo',
      header: 'Description',
      cell: ({ purpose, memo, state }) => (
        <>
          <strong>{purposeLabel(purpose)}</strong>
          {state === 'reversed' && ' (reversed)'}
          {memo !== '' && memo !== purposeLabel(purpose) && <div>{memo}</div>}
        </>
      ),
    },
    ...(nameOfBalance === null
      ? []
      : [{ key: 'balanceId', header: 'Balance', cell: ({ balanceId }: Line) => nameOfBalance(balanceId) }]),
    { key: 'amountCents', header: 'Amount', align: 'end', cell: ({ amountCents }) => formatMoney(amountCents) },
    { key: 'afterCents', header: 'Balance after', align: 'end', cell: ({ afterCents }) => formatMoney(afterCents) },
  ];
}
