import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { Receipt } from '../../../../domain/calls/receipts.ts';
import { usePageLook } from '../../../app/pageLook.ts';
import { NotFound } from '../../../app/routing/NotFound.tsx';
import { QueryView } from '../../../app/QueryView.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Page } from '../../../ui/Page.tsx';
import { PdfLink } from './PdfLink.tsx';
import { receiptQuery } from './receiptQuery.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';

/** /receipt/{endpoint}/{id}, where the id is the receipt's token: for anyone with the link. */
export function Screen() {
  const { endpoint = '', id = '' } = useParams();
  const query = useQuery({ ...receiptQuery(endpoint, id), refetchOnWindowFocus: false });
  return (
    <QueryView
      query={query}
      what="the receipt"
      lines={1}
      lineHeight={420}
      missing={<NotFound />}
      frame={(state, error) => (error === null ? <Page title="">{state}</Page> : state)}
    >
      {(receipt) => <ReceiptPage receipt={receipt} endpoint={endpoint} token={id} />}
    </QueryView>
  );
}

function ReceiptPage({ receipt, endpoint, token }: { receipt: Receipt; endpoint: string; token: string }) {
  const { number } = receipt;
  usePageLook({ record: number });
  return (
    <Page
      title={`Receipt ${number}`}
      width="reading"
      actions={
        <>
          <PdfLink endpoint={endpoint} token={token} />
          <Button icon="printer" variant="primary" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <ReceiptSheet receipt={receipt} />
    </Page>
  );
}
