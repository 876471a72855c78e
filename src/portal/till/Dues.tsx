import { useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { TillDue } from '../../../domain/calls/till.ts';
import { formatInstant, formatMoney } from '../../../domain/values/formats.ts';
import { callApi } from '../../app/callApi.ts';
import { toastRefusal, useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { customerQuery } from './customerQuery.ts';
import { dueKey } from './dueKey.ts';
import { moveFocus } from './FindStep.tsx';
import styles from './Till.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';

interface DuesProps {
  customerId: number;
  dues: readonly TillDue[];
  chosen: readonly TillDue[];
  onToggle: (due: TillDue) => void;
}

/** Arrow keys move, Space chooses, Delete removes an order of the desk, Enter continues with cash. */
export function Dues({ customerId, dues, chosen, onToggle }: DuesProps) {
  const first = useFocusOnMount<HTMLInputElement>();
  const empty = useFocusOnMount<HTMLParagraphElement>();
  const remove = useRemoveOrder(customerId);
  const onKey = (due: TillDue) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' && due.canRemove) remove(due);
    else moveFocus(event);
  };
  if (dues.length === 0)
    return (
      <p ref={empty} tabIndex={-1}>
        Nothing is due.
      </p>
    );
  return (
    <ul className={styles.list} aria-label="Amounts due">
      {dues.map((due, index) => (
        <li key={dueKey(due)} className={styles.row}>
          <label className={styles.due}>
            <input
              ref={index === 0 ? first : undefined}
              type="checkbox"
              checked={chosen.includes(due)}
              onChange={() => onToggle(due)}
              onKeyDown={onKey(due)}
            />
            <DueText due={due} />
            <span className={styles.amount}>{formatMoney(due.dueCents)}</span>
          </label>
          {due.canRemove && (
            <IconButton
              icon="trash-2"
              label={`Remove ${due.title}`}
              aria-keyshortcuts="Delete"
              onClick={() => remove(due)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function DueText({ due: { title, lines, paidCents, expiresAt } }: { due: TillDue }) {
  const { timezone } = useModel().site;
  return (
    <span className={styles.rowText}>
      <strong>{title}</strong>
      {lines.map((line, index) => (
        // Two lines can have the same text.
        <span key={index} className={styles.quiet}>
          {line}
        </span>
      ))}
      {paidCents > 0 && <span className={styles.quiet}>{`${formatMoney(paidCents)} already paid`}</span>}
      {expiresAt !== null && <span className={styles.quiet}>{`Pay by ${formatInstant(expiresAt, timezone)}`}</span>}
    </span>
  );
}

/** Undoes an order of the desk: its items are in the stock again. */
function useRemoveOrder(customerId: number) {
  const client = useQueryClient();
  const { run } = useCommand(async (orderId: number) => {
    const params = { id: customerId, orderId };
    const answer = await callApi('POST /api/till/customers/:id/orders/:orderId/remove', { params });
    client.setQueryData(customerQuery(customerId).queryKey, answer);
  }, toastRefusal);
  return ({ id }: TillDue): void => void run(id);
}
