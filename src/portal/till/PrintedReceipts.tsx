import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { receiptQuery } from '../payments/receipt/receiptQuery.ts';
import { ReceiptSheet } from '../payments/receipt/ReceiptSheet.tsx';

interface ReceiptsProps {
  /** Of their pages. */
  paths: readonly string[];
  /** All of them can be printed. */
  onReady: () => void;
}

/** The receipts of a sale for the printer, loaded while the cashier gives the change. */
export function PrintedReceipts({ paths, onReady }: ReceiptsProps) {
  const queries = useQueries({
    queries: paths.map((path) => {
      const [, , endpoint = '', token = ''] = path.split('/');
      return receiptQuery(endpoint, token);
    }),
  });
  const shown = queries.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isReady = shown.length === paths.length;
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  return shown.map((receipt) => <ReceiptSheet key={receipt.number} receipt={receipt} />);
}
