import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pickup } from '../../../domain/calls/kiosk.ts';
import type { PaymentView } from '../../../domain/calls/payments.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { callApi, callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useCommand } from '../../app/useCommand.ts';
import { randomId } from '../../ui/browserApis.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FactList } from '../../ui/FactList.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './Kiosk.module.css';

/** Pays from the person's own balances. Other ways of paying need a page that kiosks do not have. */
export function PayDialog({ pickup, onClose }: { pickup: Pickup; onClose: () => void }) {
  const params = { endpoint: pickup.kind, id: pickup.id };
  const client = useQueryClient();
  const [key] = useState(randomId);
  const view = useQuery(callQuery('GET /api/payment/:endpoint/:id', { params }));
  const { run, isRunning, refusal } = useCommand(async (dueCents: number) => {
    await callApi('POST /api/payment/:endpoint/:id/balances', {
      params,
      body: { amountCents: dueCents, dueCents },
      key,
    });
    showToast(`Paid ${formatMoney(dueCents)}`);
    await client.invalidateQueries();
    onClose();
  });
  const isEnough = view.data !== undefined && spendable(view.data) >= view.data.dueCents && view.data.state === 'due';
  return (
    <Dialog
      title={pickup.title}
      width={560}
      refusal={refusal}
      onClose={onClose}
      cancel={isEnough ? 'Cancel' : 'Close'}
      {...(isEnough && {
        answer: {
          label: `Pay ${formatMoney(view.data.dueCents)} from your balances`,
          busy: isRunning,
          onAnswer: () => run(view.data.dueCents),
        },
      })}
    >
      <div className={styles.dialog}>
        <QueryView query={view} what="the payment">
          {(payment) => <Amounts payment={payment} isEnough={isEnough} />}
        </QueryView>
      </div>
    </Dialog>
  );
}

function Amounts({ payment, isEnough }: { payment: PaymentView; isEnough: boolean }) {
  return (
    <>
      <FactList
        facts={[
          { key: 'due', label: 'Due', value: formatMoney(payment.dueCents) },
          { key: 'balances', label: 'Your balances', value: formatMoney(spendable(payment)) },
        ]}
        inline
      />
      {!isEnough && <p>{payment.reason ?? 'Your balances do not cover it. Pay at the desk or in your own browser.'}</p>}
    </>
  );
}

function spendable({ balances }: PaymentView): number {
  return balances.reduce((sum, { spendableCents }) => sum + Math.max(0, spendableCents), 0);
}
