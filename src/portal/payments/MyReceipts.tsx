import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OwnReceipt } from '../../../domain/calls/receipts.ts';
import { formatInstantDay, formatMoney } from '../../../domain/values/formats.ts';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useModel } from '../../app/useModel.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Table, type Column } from '../../ui/Table.tsx';

/** /payment/receipts: of the current user, and of what the user paid for others. */
export function Screen() {
  const query = useQuery(callQuery('GET /api/receipt/own'));
  const { site } = useModel();
  const empty = (
    <EmptyState icon="receipt" title="No receipts yet">
      You get a receipt for every payment.
    </EmptyState>
  );
  return (
    <Page
      title="My receipts"
      lead="Your latest 50 receipts. Anyone with the link to a receipt can see it."
      width="reading"
    >
      <QueryView query={query} what="your receipts" empty={empty}>
        {(rows) => (
          <Table caption="My receipts" columns={columnsIn(site.timezone)} rows={rows} rowKey={({ id }) => id} />
        )}
      </QueryView>
    </Page>
  );
}

function columnsIn(zone: string): Column<OwnReceipt>[] {
  return [
    { key: 'number', header: 'Number', cell: ({ number, path }) => <Link to={path}>{number}</Link> },
    { key: 'issuedAt', header: 'Date', cell: ({ issuedAt }) => formatInstantDay(issuedAt, zone) },
    { key: 'title', header: 'For', cell: ({ title }) => title },
    {
      key: 'refundedCents',
      header: 'Refunded',
      align: 'end',
      cell: ({ refundedCents }) => (refundedCents === 0 ? '–' : formatMoney(refundedCents)),
    },
    { key: 'amountCents', header: 'Paid', align: 'end', cell: ({ amountCents }) => formatMoney(amountCents) },
  ];
}
