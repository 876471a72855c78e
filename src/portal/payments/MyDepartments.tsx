import { useQuery } from '@tanstack/react-query';
import type { ChargeableDepartment } from '../../../domain/calls/departments.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { callQuery } from '../../app/callApi.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import layout from '../../ui/layout.module.css';
import { Table, type Column } from '../../ui/Table.tsx';

/** Departments that the current user can charge, with what is left of the limit. Nothing for people without one. */
export function MyDepartments() {
  const { data = [] } = useQuery(callQuery('GET /api/payment/departments'));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="departments" className={layout.stack3}>
      <h2 id="departments">Departments</h2>
      <p>These departments can pay for you. Choose one when you pay.</p>
      <Table caption="Departments" columns={COLUMNS} rows={data} rowKey={({ balanceId }) => balanceId} />
      <div>
        <ButtonLink to="/payment/departmentCharges" icon="building-2">
          Department charges
        </ButtonLink>
      </div>
    </section>
  );
}

const COLUMNS: Column<ChargeableDepartment>[] = [
  { key: 'name', header: 'Department', cell: ({ name }) => <strong>{name}</strong> },
  {
    key: 'approvalAboveCents',
    header: 'Approval',
    cell: ({ approvalAboveCents }) => (approvalAboveCents === null ? '–' : `Above ${formatMoney(approvalAboveCents)}`),
  },
  {
    key: 'leftCents',
    header: 'You can charge',
    align: 'end',
    cell: ({ leftCents }) => (leftCents === null ? 'No limit' : formatMoney(leftCents)),
  },
];
