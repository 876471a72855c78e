import { Suspense, useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { TillCustomer, TillSale, TillSoldItem } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { showToast } from '../../ui/toasts.ts';
import { customerQuery } from './customerQuery.ts';
import { KeyButton } from './KeyButton.tsx';
import { Pickups } from './Pickups.tsx';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useHandOut } from './useHandOut.ts';
import type { PendingSale } from './useSale.ts';
import { useTillKeys } from './useTillKeys.ts';

/** Apart, so that it shares the code of receipts without making public pages larger. */
const PrintedReceipts = lazyComponent(() => import('./PrintedReceipts.tsx').then((module) => module.PrintedReceipts));

interface DoneProps {
  sale: TillSale;
  sent: PendingSale;
  onNext: () => void;
  /** Takes the rest that is due. */
  onMore: () => void;
}

/** What was taken, with the change and the receipt. Enter leads to the next customer. */
export function SaleDone({ sale, sent, onNext, onMore }: DoneProps) {
  const { takenCents, changeCents, items } = sale;
  // Without the orders that have been handed out meanwhile.
  const { data = sale.customer } = useQuery({ ...customerQuery(sale.customer.id), staleTime: Infinity });
  const customer = { ...data, pickups: soldFirst(data.pickups, items) };
  const paths = items.flatMap(({ receiptPath }) => (receiptPath === null ? [] : [receiptPath]));
  const [canPrint, setCanPrint] = useState(false);
  const onReady = useCallback(() => setCanPrint(true), []);
  const email = useEmail(items, customer.email);
  const next = useFocusOnMount<HTMLButtonElement>();
  const print = (): void => {
    if (canPrint) window.print();
  };
  const handOut = useHandOut(customer);
  const hasReceipts = paths.length > 0;
  const hasMore = customer.dues.length > 0;
  useTillKeys({
    p: print,
    e: () => customer.email !== null && email.send(),
    m: () => hasMore && onMore(),
    F7: handOut.first,
    Enter: onNext,
    Escape: onNext,
  });
  return (
    <div className={layout.stack4}>
      <Card title={`${formatMoney(takenCents)} from ${customer.name}`}>
        <div className={layout.stack4}>
          {sent.body.method === 'cash' && (
            <p className={styles.change} role="status">
              <span>{takenCents === 0 ? 'Change due' : 'Change'}</span>
              <strong>{formatMoney(changeCents)}</strong>
            </p>
          )}
          {items.map((item) => (
            <SoldItem key={`${item.endpoint} ${item.id}`} item={item} />
          ))}
          {hasReceipts && customer.email !== null && takenCents > 0 && (
            <p className={styles.quiet}>{`The receipt is on its way to ${customer.email}.`}</p>
          )}
          <div className={layout.toolbar2}>
            <KeyButton ref={next} shortcut="Enter" icon="check" variant="primary" onClick={onNext}>
              Next customer
            </KeyButton>
            {hasReceipts && (
              <KeyButton shortcut="P" icon="printer" busy={!canPrint} onClick={print}>
                Print receipt
              </KeyButton>
            )}
            {hasReceipts && customer.email !== null && (
              <KeyButton shortcut="E" icon="mail" busy={email.isRunning} onClick={email.send}>
                Email receipt again
              </KeyButton>
            )}
            {hasMore && (
              <KeyButton shortcut="M" icon="plus" onClick={onMore}>
                {`Take the rest (${formatMoney(customer.dues.reduce((sum, { dueCents }) => sum + dueCents, 0))})`}
              </KeyButton>
            )}
          </div>
        </div>
      </Card>
      {customer.pickups.length > 0 && <Pickups pickups={customer.pickups} onHandOut={handOut.run} />}
      <div className={styles.paper}>
        {hasReceipts && (
          <Suspense>
            <PrintedReceipts paths={paths} onReady={onReady} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** What was just paid is handed out first. */
function soldFirst(pickups: TillCustomer['pickups'], items: readonly TillSoldItem[]): TillCustomer['pickups'] {
  const isSold = (id: number) => items.some((item) => item.endpoint === 'order' && item.id === id);
  return [...pickups.filter(({ id }) => isSold(id)), ...pickups.filter(({ id }) => !isSold(id))];
}

function SoldItem({ item: { title, state, takenCents, code, reason } }: { item: TillSoldItem }) {
  if (state === 'refused')
    return (
      <Banner
        tone={code === 'till.already-paid' ? 'warning' : 'error'}
        title={code === 'till.already-paid' ? `Already paid: ${title}` : `Not recorded: ${title}`}
        role="alert"
      >
        {reason}
      </Banner>
    );
  return (
    <p className={styles.row}>
      <span>{state === 'part' ? `${title} (partial payment)` : title}</span>
      <span className={styles.amount}>{formatMoney(takenCents)}</span>
    </p>
  );
}

function useEmail(items: readonly TillSoldItem[], address: string | null) {
  const charges = items.flatMap(({ receiptPath, chargeId }) =>
    receiptPath === null || chargeId === null ? [] : [chargeId],
  );
  const { run, isRunning } = useCommand(
    async () => {
      for (const chargeId of charges)
        await callApi('POST /api/till/receipts/:chargeId/email', { params: { chargeId } });
      showToast(address === null ? 'The receipt was sent.' : `The receipt was sent to ${address}.`);
    },
    ({ message }) => showToast(message, { tone: 'error' }),
  );
  const send = (): void => {
    if (charges.length > 0) void run();
  };
  return { send, isRunning };
}
