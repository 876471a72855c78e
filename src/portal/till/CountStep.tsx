import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TillState } from '../../../domain/calls/till.ts';
import { countedCents } from '../../../domain/payments/cash.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { callApi } from '../../app/callApi.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/TextField.tsx';
import { KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
import { useTillKeys } from './useTillKeys.ts';

interface CountProps {
  state: TillState;
  session: NonNullable<TillState['session']>;
  onBack: () => void;
}

interface Compared {
  countedCents: number;
  expectedCents: number;
  differenceCents: number;
}

/** The end of a day: the cashier counts first, then sees what was expected, and closes the drawer. */
export function CountStep({ state: { denominations }, session, onBack }: CountProps) {
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const [compared, setCompared] = useState<Compared | null>(null);
  if (compared !== null)
    return <CloseDrawer till={session.till} compared={compared} onRecount={() => setCompared(null)} />;
  return (
    <CountForm
      denominations={denominations}
      quantities={quantities}
      onCount={(cents, quantity) => setQuantities(new Map(quantities).set(cents, quantity))}
      onCompared={setCompared}
      onBack={onBack}
    />
  );
}

interface FormProps {
  denominations: readonly number[];
  quantities: ReadonlyMap<number, number>;
  onCount: (cents: number, quantity: number) => void;
  onCompared: (compared: Compared) => void;
  onBack: () => void;
}

function CountForm({ denominations, quantities, onCount, onCompared, onBack }: FormProps) {
  const total = countedCents(quantities);
  const first = useFocusOnMount<HTMLInputElement>();
  const { run, isRunning, message } = useCommand(() =>
    callApi('POST /api/till/count', { body: { countedCents: total } }),
  );
  useTillKeys({ Escape: onBack });
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run();
    if (answer !== undefined) onCompared({ countedCents: total, ...answer });
  };
  return (
    <Card title="Count the drawer" description="Count every coin and bill in the drawer, including the float.">
      <form className={layout.stack4} onSubmit={(event) => void compare(event)}>
        <div className={styles.counts}>
          {denominations.toReversed().map((cents, index) => (
            <TextField
              key={cents}
              ref={index === 0 ? first : undefined}
              label={formatMoney(cents)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              placeholder="0"
              value={quantities.get(cents) || ''}
              onKeyDown={moveToNextField}
              onChange={({ target }) => onCount(cents, Number(target.value.replace(/\D/g, '')))}
            />
          ))}
        </div>
        <p className={styles.change} role="status">
          <span>Counted</span>
          <strong>{formatMoney(total)}</strong>
        </p>
        {message !== null && (
          <Banner tone="error" title="Count not saved">
            {message}
          </Banner>
        )}
        <div className={layout.toolbar2}>
          <KeyButton shortcut="Enter" type="submit" icon="check" variant="primary" busy={isRunning}>
            Compare
          </KeyButton>
          <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
            Back
          </KeyButton>
        </div>
      </form>
    </Card>
  );
}

/** Enter leads to the next field, and from the last one to the button, as on the number pad. */
function moveToNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { form } = event.currentTarget;
  if (step === undefined || form === null) return;
  const items = [...form.querySelectorAll<HTMLElement>('input, button[type="submit"]')];
  items[Math.max(items.indexOf(event.currentTarget) + step, 0)]?.focus();
  event.preventDefault();
}

interface CloseProps {
  till: string;
  compared: Compared;
  onRecount: () => void;
}

/** The question before the drawer is closed: it cannot be opened again with this session. */
function CloseDrawer({ till, compared, onRecount }: CloseProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [note, setNote] = useState('');
  const [keys] = useState(() => new RetryKey());
  const { expectedCents, differenceCents } = compared;
  const { run, isRunning, message } = useCommand(() => {
    const trimmed = note.trim();
    const body = { countedCents: compared.countedCents, expectedCents, ...(trimmed === '' ? {} : { note: trimmed }) };
    return keys.send(body, (key) => callApi('POST /api/till/close', { body, key }));
  });
  const field = useFocusOnMount<HTMLInputElement>();
  useTillKeys({ Escape: onRecount });
  const close = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run();
    if (answer === undefined) return;
    await navigate(`/payment/till/reports/${answer.id}`);
    await client.invalidateQueries({ queryKey: ['/api/till'] });
  };
  return (
    <Card title={`Close the drawer of ${till}?`} description={closingText(differenceCents)}>
      <form className={layout.stack4} onSubmit={(event) => void close(event)}>
        <dl className={styles.sums}>
          <dt>Expected</dt>
          <dd>{formatMoney(expectedCents)}</dd>
          <dt>Counted</dt>
          <dd>{formatMoney(compared.countedCents)}</dd>
          <dt>Difference</dt>
          <dd data-is-off={differenceCents !== 0}>{formatMoney(differenceCents)}</dd>
        </dl>
        <TextField
          ref={field}
          label="Note"
          optional
          maxLength={300}
          autoComplete="off"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {message !== null && (
          <Banner tone="error" title="Drawer not closed">
            {message}
          </Banner>
        )}
        <div className={layout.toolbar2}>
          <KeyButton shortcut="Enter" type="submit" icon="lock" variant="primary" busy={isRunning}>
            Close drawer
          </KeyButton>
          <KeyButton shortcut="Esc" variant="quiet" onClick={onRecount}>
            Count again
          </KeyButton>
        </div>
      </form>
    </Card>
  );
}

function closingText(differenceCents: number): string {
  if (differenceCents === 0) return 'The count is correct. The drawer will be closed.';
  const amount = formatMoney(Math.abs(differenceCents));
  return `The drawer is ${amount} ${differenceCents < 0 ? 'short' : 'over'}. The difference will be booked, and the drawer closed.`;
}
