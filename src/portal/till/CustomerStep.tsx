import type { FormEvent } from 'react';
import type { TillCustomer, TillDue } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { ApiError } from '../../app/ApiError.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { dueKey, dueTotal } from './dueKey.ts';
import { Dues } from './Dues.tsx';
import { KeyButton } from './KeyButton.tsx';
import { Pickups } from './Pickups.tsx';
import styles from './Till.module.css';
import { useHandOut } from './useHandOut.ts';
import { useTillKeys } from './useTillKeys.ts';

interface CustomerProps {
  customer: TillCustomer;
  chosen: readonly TillDue[];
  hasTerminal: boolean;
  refusal: ApiError | null;
  onToggle: (due: TillDue) => void;
  onStep: (step: PaymentStep) => void;
  onBack: () => void;
}

export type PaymentStep = 'choose' | 'items' | 'cash' | 'terminal' | 'topUp';

/** Everything that a person owes, to choose from. */
export function CustomerStep({ customer, chosen, hasTerminal, refusal, onToggle, onStep, onBack }: CustomerProps) {
  const { name, username, dues, isGuest, isOwn, pickups } = customer;
  const canPay = chosen.length > 0 && !isOwn;
  const pay = (step: PaymentStep) => () => {
    if (canPay && (step === 'cash' || hasTerminal)) onStep(step);
  };
  const topUp = () => {
    if (!isOwn && !isGuest) onStep('topUp');
  };
  const addItems = () => {
    if (!isOwn) onStep('items');
  };
  const handOut = useHandOut(customer);
  const keys = {
    ...{ F2: pay('cash'), F4: pay('terminal'), F6: topUp, F7: handOut.first, F8: addItems },
    ...{ Enter: pay('cash'), Escape: onBack },
  };
  useTillKeys(keys);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keys.F2();
  };
  return (
    <div className={layout.stack4}>
      <Card title={name} description={isGuest ? (customer.email ?? 'Without an account') : username}>
        <div className={layout.stack4}>
          {refusal !== null && (
            <Banner tone="error" title="Payment not recorded">
              {refusal.message}
            </Banner>
          )}
          {isOwn && (
            <Banner tone="warning" title="This is your own account">
              Another cashier must take your payment.
            </Banner>
          )}
          <form className={layout.stack4} onSubmit={submit}>
            <Dues
              // The focus is in the list again after it has changed.
              key={dues.map(dueKey).join()}
              customerId={customer.id}
              dues={dues}
              chosen={chosen}
              onToggle={onToggle}
            />
            {dues.length > 0 && (
              <p className={styles.total} role="status">
                <span>To pay</span>
                <strong>{formatMoney(dueTotal(chosen))}</strong>
              </p>
            )}
            <div className={layout.toolbar2}>
              {dues.length > 0 && (
                <KeyButton shortcut="F2" type="submit" icon="wallet" variant="primary" disabled={!canPay}>
                  Cash
                </KeyButton>
              )}
              {dues.length > 0 && hasTerminal && (
                <KeyButton shortcut="F4" icon="credit-card" disabled={!canPay} onClick={keys.F4}>
                  Card terminal
                </KeyButton>
              )}
              <KeyButton shortcut="F8" icon="shopping-bag" disabled={isOwn} onClick={keys.F8}>
                Add items
              </KeyButton>
              {!isGuest && (
                <KeyButton shortcut="F6" icon="plus" disabled={isOwn} onClick={keys.F6}>
                  Top up
                </KeyButton>
              )}
              <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
                Back
              </KeyButton>
            </div>
          </form>
        </div>
      </Card>
      {pickups.length > 0 && <Pickups pickups={pickups} {...(isOwn ? {} : { onHandOut: handOut.run })} />}
    </div>
  );
}
