import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TillCustomer, TillDue } from '../../../domain/calls/till.ts';
import { formatInstant, formatMoney } from '../../../domain/values/formats.ts';
import type { ApiError } from '../../app/ApiError.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import layout from '../../ui/layout.module.css';
import { dueKey, dueTotal } from './dueKey.ts';
import { moveFocus } from './FindStep.tsx';
import { Key, KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
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

export type PaymentStep = 'choose' | 'cash' | 'terminal' | 'topUp';

/** Everything that a person owes, to choose from. */
export function CustomerStep({ customer, chosen, hasTerminal, refusal, onToggle, onStep, onBack }: CustomerProps) {
  const navigate = useNavigate();
  const { name, username, dues, isOwn, pickups } = customer;
  const canPay = chosen.length > 0 && !isOwn;
  const pay = (step: PaymentStep) => () => {
    if (canPay && (step === 'cash' || hasTerminal)) onStep(step);
  };
  const topUp = () => {
    if (!isOwn) onStep('topUp');
  };
  const [pickup] = pickups;
  const handOut = () => {
    if (pickup !== undefined) void navigate(pickup.path);
  };
  const keys = { F2: pay('cash'), F4: pay('terminal'), F6: topUp, F7: handOut, Enter: pay('cash'), Escape: onBack };
  useTillKeys(keys);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keys.F2();
  };
  return (
    <div className={layout.stack4}>
      <Card title={name} description={username}>
        <div className={layout.stack4}>
          {refusal !== null && (
            <Banner tone="error" title="Not booked">
              {refusal.message}
            </Banner>
          )}
          {isOwn && (
            <Banner tone="warning" title="This is your own account">
              Someone else must take your own payment.
            </Banner>
          )}
          <form className={layout.stack4} onSubmit={submit}>
            <Dues dues={dues} chosen={chosen} onToggle={onToggle} />
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
              <KeyButton shortcut="F6" icon="plus" disabled={isOwn} onClick={keys.F6}>
                Top up balance
              </KeyButton>
              <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
                Back
              </KeyButton>
            </div>
          </form>
        </div>
      </Card>
      {pickups.length > 0 && <Pickups pickups={pickups} />}
    </div>
  );
}

interface DuesProps {
  dues: readonly TillDue[];
  chosen: readonly TillDue[];
  onToggle: (due: TillDue) => void;
}

/** Arrow keys move, Space chooses, Enter continues with cash. */
function Dues({ dues, chosen, onToggle }: DuesProps) {
  const { timezone } = useModel().site;
  const first = useFocusOnMount<HTMLInputElement>();
  const empty = useFocusOnMount<HTMLParagraphElement>();
  if (dues.length === 0)
    return (
      <p ref={empty} tabIndex={-1}>
        Nothing is due.
      </p>
    );
  return (
    <ul className={styles.list} aria-label="What is due">
      {dues.map((due, index) => (
        <li key={dueKey(due)}>
          <label className={styles.due}>
            <input
              ref={index === 0 ? first : undefined}
              type="checkbox"
              checked={chosen.includes(due)}
              onChange={() => onToggle(due)}
              onKeyDown={moveFocus}
            />
            <span className={styles.rowText}>
              <strong>{due.title}</strong>
              <span className={styles.quiet}>{due.lines.join(', ')}</span>
              {due.paidCents > 0 && <span className={styles.quiet}>{`${formatMoney(due.paidCents)} is paid.`}</span>}
              {due.expiresAt !== null && (
                <span className={styles.quiet}>{`Pay by ${formatInstant(due.expiresAt, timezone)}`}</span>
              )}
            </span>
            <span className={styles.amount}>{formatMoney(due.dueCents)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

export function Pickups({ pickups }: { pickups: TillCustomer['pickups'] }) {
  return (
    <Card title="To hand out">
      <ul className={styles.list}>
        {pickups.map(({ id, summary, isReady, path }, index) => (
          <li key={id} className={styles.row}>
            <span className={styles.rowText}>
              <span className={layout.toolbar2}>
                <strong>{`Order ${id}`}</strong>
                <Chip tone={isReady ? 'green' : 'blue'} icon={isReady ? 'package-check' : 'shopping-bag'}>
                  {isReady ? 'Ready for pickup' : 'Paid'}
                </Chip>
              </span>
              <span className={styles.quiet}>{summary}</span>
            </span>
            <ButtonLink
              to={path}
              icon="package-open"
              aria-label={`Open order ${id}`}
              {...(index === 0 ? { 'aria-keyshortcuts': 'F7' } : {})}
            >
              Open order
              {index === 0 && <Key>F7</Key>}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
