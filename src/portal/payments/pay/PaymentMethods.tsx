import { useState } from 'react';
import type { PaymentView } from '../../../../domain/calls/payments.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { callApi } from '../../../app/callApi.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { Departments, type DepartmentChoice } from './Departments.tsx';
import { DeskCode } from './DeskCode.tsx';
import { Method } from './Method.tsx';
import type { PayTarget } from './payTarget.ts';

interface MethodsProps {
  view: PaymentView;
  target: PayTarget;
  onPaid: () => unknown;
}

/** The ways to pay what is due. A part that the own balances do not cover is paid in another way. */
export function PaymentMethods({ view, target, onPaid }: MethodsProps) {
  const { params, key, back } = target;
  const [keys] = useState(() => new RetryKey());
  const { run, isRunning, message, fieldErrors } = useCommand((work: () => Promise<unknown>) => work(), onPaid);
  const pay = (work: () => Promise<unknown>) => () => void run(work).then((answer) => answer !== undefined && onPaid());
  const withKey = key === undefined ? {} : { key };
  const payWithBalances = (amountCents: number) => {
    const body = { amountCents, dueCents: view.dueCents, ...withKey };
    return keys.send(body, (retryKey) =>
      callApi('POST /api/payment/:endpoint/:id/balances', { params, body, key: retryKey }),
    );
  };
  const payWithDepartment = (choice: DepartmentChoice) => {
    const body = { amountCents: view.dueCents, ...choice, ...withKey };
    return keys.send(body, (retryKey) =>
      callApi('POST /api/payment/:endpoint/:id/department', { params, body, key: retryKey }),
    );
  };
  const payByCard = async () => {
    const { url } = await callApi('POST /api/payment/:endpoint/:id/card', {
      params,
      body: { ...withKey, ...(back === undefined ? {} : { from: back.to }) },
    });
    window.location.assign(url);
  };
  return (
    <section className={layout.stack4} aria-label="How to pay">
      {message !== null && (
        <Banner tone="error" title="Not paid">
          {message}
        </Banner>
      )}
      <Balances view={view} isRunning={isRunning} onPay={(amount) => pay(() => payWithBalances(amount))()} />
      <Departments
        view={view}
        isRunning={isRunning}
        accountError={fieldErrors['account']}
        onPay={(choice) => pay(() => payWithDepartment(choice))()}
      />
      {view.hasCards && view.dueCents > 0 && (
        <Method title="Card" text="You enter your card details on our payment provider’s page.">
          {view.isTest && <p role="note">Test mode. No real card is charged.</p>}
          <Button icon="credit-card" busy={isRunning} onClick={() => void run(payByCard)}>
            {view.state === 'processing' ? 'Continue the card payment' : `Pay ${formatMoney(view.dueCents)} by card`}
          </Button>
        </Method>
      )}
      <DeskCode target={target} />
    </section>
  );
}

interface BalancesProps {
  view: PaymentView;
  isRunning: boolean;
  onPay: (amountCents: number) => void;
}

function Balances({ view, isRunning, onPay }: BalancesProps) {
  const used = planSpending(view);
  const amount = used.reduce((sum, { cents }) => sum + cents, 0);
  if (view.dueCents > 0 && amount === 0) return null;
  const isPart = amount < view.dueCents;
  return (
    <Method title="Balance">
      <ul>
        {used.map(({ id, name, cents }) => (
          <li key={id}>
            {name}: {formatMoney(cents)}
          </li>
        ))}
      </ul>
      {isPart && <p>Your balance does not cover the full amount. Pay the rest another way.</p>}
      <Button icon="wallet" variant="primary" busy={isRunning} onClick={() => onPay(amount)}>
        {view.dueCents === 0 ? 'Confirm without payment' : `Pay ${formatMoney(amount)} with balance`}
      </Button>
    </Method>
  );
}

/** How much of each balance is used, in the order in which the server spends them. */
function planSpending({ balances, dueCents }: PaymentView): { id: number; name: string; cents: number }[] {
  let left = dueCents;
  return balances.flatMap(({ id, name, spendableCents }) => {
    const cents = Math.max(0, Math.min(left, spendableCents));
    left -= cents;
    return cents > 0 ? [{ id, name, cents }] : [];
  });
}
