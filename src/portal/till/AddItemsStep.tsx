import { useQuery } from '@tanstack/react-query';
import type { TillCustomer, TillItem } from '../../../domain/calls/till.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { BasketLines } from './BasketLines.tsx';
import { itemsQuery } from './customerQuery.ts';
import { ItemSearch } from './ItemSearch.tsx';
import { KeyButton } from './KeyButton.tsx';
import styles from './Till.module.css';
import type { DeskOrder } from './useDeskOrder.ts';
import { useTillKeys } from './useTillKeys.ts';

export interface AddItemsProps {
  customer: TillCustomer;
  deskOrder: DeskOrder;
  onAdded: () => void;
  onBack: () => void;
}

/** Items from the shelf: scanned or found by name, then ordered for the customer. */
export function AddItemsStep({ customer: { id, name }, deskOrder, onAdded, onBack }: AddItemsProps) {
  const query = useQuery({ ...itemsQuery(id), staleTime: 0 });
  useTillKeys({ Escape: onBack });
  return (
    <Card title="Add items" description={`For ${name}`}>
      <QueryView query={query} what="the items" lines={4} lineHeight={56}>
        {(items) => <Items items={items} deskOrder={deskOrder} onAdded={onAdded} onBack={onBack} />}
      </QueryView>
    </Card>
  );
}

type ItemsProps = Omit<AddItemsProps, 'customer'> & { items: readonly TillItem[] };

function Items({ items, deskOrder, onAdded, onBack }: ItemsProps) {
  const { basket, setQuantity, order, isRunning, refusal } = deskOrder;
  const lines = [...basket].flatMap(([itemId, quantity]) => {
    const item = items.find(({ id }) => id === itemId);
    return item === undefined ? [] : [{ item, quantity }];
  });
  const total = lines.reduce((sum, { item, quantity }) => sum + item.priceCents * quantity, 0);
  const isEmpty = lines.length === 0;
  const finish = async (): Promise<void> => {
    if (!isEmpty && (await order()) !== undefined) onAdded();
  };
  useTillKeys({ F2: () => void finish() });
  return (
    <div className={layout.stack4}>
      <ItemSearch items={items} basket={basket} onAdd={setQuantity} />
      {refusal !== null && (
        <Banner tone="error" title={refusal.status === 0 ? 'No connection' : 'Not added'}>
          {refusal.status === 0
            ? 'The items stay here. Try again when the connection is back. They are ordered only once.'
            : refusal.message}
        </Banner>
      )}
      {!isEmpty && <BasketLines lines={lines} onChange={setQuantity} />}
      {!isEmpty && (
        <div>
          <p className={styles.total} role="status">
            <span>Subtotal</span>
            <strong>{formatMoney(total)}</strong>
          </p>
          <p className={styles.quiet}>Discounts and taxes appear in the next step.</p>
        </div>
      )}
      <div className={layout.toolbar2}>
        <KeyButton
          shortcut="F2"
          icon="check"
          variant="primary"
          disabled={isEmpty}
          busy={isRunning}
          onClick={() => void finish()}
        >
          Add to payment
        </KeyButton>
        <KeyButton shortcut="Esc" variant="quiet" onClick={onBack}>
          Back
        </KeyButton>
      </div>
    </div>
  );
}
