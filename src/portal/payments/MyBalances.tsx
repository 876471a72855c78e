import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Rows } from '../../../domain/generated/tables.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { formatDay, formatMoney } from '../../../domain/values/formats.ts';
import { useModel } from '../../app/useModel.ts';
import { QueryView, type ViewedQuery } from '../../app/QueryView.tsx';
import { readRows } from '../../app/rows.ts';
import { useOwnAccount } from '../../app/useOwnAccount.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { clock } from '../../ui/clock.ts';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/Page.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { AddMoney } from './AddMoney.tsx';
import { MyDepartments } from './MyDepartments.tsx';
import { Statement } from './Statement.tsx';
import { useChoiceLabel } from './useChoiceLabel.ts';

type Balance = Rows['balances'];

/** /payment/balances: what the current user can spend, and how it changed. */
export function Screen() {
  const kindLabel = useChoiceLabel('balances', 'kind');
  const own = useOwnAccount();
  const balances = useQuery({
    queryKey: ['balances', 'own', own.data],
    queryFn: () => readRows('balances', { filter: { userId: own.data }, sort: 'id' }),
    enabled: own.data !== undefined,
  });
  const query: ViewedQuery<Balance[]> = own.error ? { ...own, data: undefined } : balances;
  const empty = (
    <EmptyState icon="wallet" title="No balances yet">
      Add money to open a balance. Quota granted to you appears here, too.
    </EmptyState>
  );
  return (
    <Page
      title="My balances"
      lead="Your balances, and a statement for each."
      width="reading"
      actions={
        <>
          <ButtonLink to="/payment/receipts" icon="receipt">
            My receipts
          </ButtonLink>
          <AddMoney />
        </>
      }
    >
      <div className={layout.stack5}>
        <QueryView query={query} what="your balances" empty={empty}>
          {(rows) => (
            <div className={layout.stack5}>
              <Spendable balances={rows} />
              <Table caption="My balances" columns={columnsOf(kindLabel)} rows={rows} rowKey={({ id }) => id} />
              <Statement balances={rows} />
            </div>
          )}
        </QueryView>
        <MyDepartments />
      </div>
    </Page>
  );
}

/** Money and quota together, with what expires soon. Departments pay by their own rules. */
function Spendable({ balances }: { balances: readonly Balance[] }) {
  const today = wallClockOf(new Date(clock.now()).toISOString(), useModel().site.timezone).slice(0, 10);
  const own = balances.filter(
    ({ kind, closedAt, expiresOn }) => kind !== 'departmental' && closedAt == null && (expiresOn ?? today) >= today,
  );
  const expiring = own.filter((balance) => balance.expiresOn != null && spendableOf(balance) > 0);
  const total = own.reduce((sum, balance) => sum + Math.max(spendableOf(balance), 0), 0);
  return (
    <div>
      <p>
        You can spend <strong>{formatMoney(total)}</strong>.
      </p>
      {expiring.length > 0 && (
        <ul>
          {expiring.map((balance) => (
            <li key={balance.id}>
              {formatMoney(spendableOf(balance))} expires {formatDay(balance.expiresOn ?? '')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function spendableOf({ balanceCents, heldCents, floorCents }: Balance): number {
  return balanceCents - heldCents - floorCents;
}

function columnsOf(kindLabel: (value: string) => string): Column<Balance>[] {
  return [
    { key: 'name', header: 'Name', cell: ({ id, name }) => <Link to={`?balance=${id}#statement`}>{name}</Link> },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel(kind) },
    { key: 'expiresOn', header: 'Expires', cell: ({ expiresOn }) => (expiresOn == null ? '–' : formatDay(expiresOn)) },
    {
      key: 'heldCents',
      header: 'Reserved',
      align: 'end',
      cell: ({ heldCents }) => (heldCents === 0 ? '–' : formatMoney(heldCents)),
    },
    { key: 'balanceCents', header: 'Balance', align: 'end', cell: ({ balanceCents }) => formatMoney(balanceCents) },
  ];
}
