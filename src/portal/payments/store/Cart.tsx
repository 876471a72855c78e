import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OpenStore, Storefront } from '../../../../domain/calls/store.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { DiscountCode } from '../../../requests/DiscountCode.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import layout from '../../../ui/layout.module.css';
import { usePayPath } from '../pay/usePayPath.ts';
import { linesOfStore, linesTotal, type PricedLine } from './cartTotal.ts';
import { QuantityField } from './QuantityField.tsx';
import styles from './Store.module.css';
import { UnpaidOrder } from './UnpaidOrder.tsx';
import { mostOf, useSetQuantity } from './useStorefront.ts';

/** What is in the cart, by store: each store is an order of its own. */
export function Cart({ id, storefront }: { id: string; storefront: Storefront }) {
  const { stores, cart } = storefront;
  const shown = stores.filter((store) => store.unpaid !== null || cart.some(({ storeId }) => storeId === store.id));
  return (
    <div id={id} className={styles.cart}>
      <Card title="Your cart">
        {shown.length === 0 ? (
          <p className={styles.quiet}>Your cart is empty.</p>
        ) : (
          <div className={layout.stack5}>
            {shown.map((store) => (
              <StoreCart key={store.id} store={store} lines={linesOfStore(store, cart)} isNamed={stores.length > 1} />
            ))}
            {cart.length > 0 && <DiscountCode onEntered={() => undefined} />}
          </div>
        )}
      </Card>
    </div>
  );
}

function StoreCart({ store, lines, isNamed }: { store: OpenStore; lines: PricedLine[]; isNamed: boolean }) {
  return (
    <section aria-label={store.name} className={layout.stack3}>
      {isNamed && <h3 className={styles.name}>{store.name}</h3>}
      {store.unpaid !== null && <UnpaidOrder order={store.unpaid} />}
      {lines.length > 0 && (
        <>
          <ul className={styles.lines}>
            {lines.map((priced) => (
              <CartRow key={priced.line.itemId} priced={priced} />
            ))}
          </ul>
          <Order store={store} lines={lines} />
        </>
      )}
    </section>
  );
}

function CartRow({ priced: { line, item } }: { priced: PricedLine }) {
  const setQuantity = useSetQuantity();
  const { itemId, storeId, name, quantity } = line;
  const set = (count: number) => setQuantity({ item: { id: itemId, name }, storeId, quantity: count });
  const most = item === null ? 0 : mostOf(item);
  return (
    <li className={styles.line}>
      <span className={styles.lineName}>{name}</span>
      <span className={styles.amount}>{item === null ? '–' : formatMoney(item.priceCents * quantity)}</span>
      {item === null ? (
        <IconButton icon="trash-2" label={`Remove ${name}`} onClick={() => set(0)} />
      ) : (
        <QuantityField name={name} quantity={quantity} most={most} onChange={set} />
      )}
      {quantity > most && (
        <span className={styles.short} role="status">
          {item === null ? 'Not for sale anymore' : most === 0 ? 'Not available anymore' : `Only ${most} available`}
        </span>
      )}
    </li>
  );
}

function Order({ store, lines }: { store: OpenStore; lines: PricedLine[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const payPath = usePayPath();
  const [retryKey] = useState(() => new RetryKey());
  const total = linesTotal(lines);
  const refresh = () => client.invalidateQueries({ queryKey: callQuery('GET /api/store').queryKey });
  const { run, isRunning, message, refusal } = useCommand(async () => {
    const { id, isPaid } = await retryKey.send(lines, (key) =>
      callApi('POST /api/store/:storeId/orders', { params: { storeId: store.id }, body: { totalCents: total }, key }),
    );
    void refresh();
    await navigate(isPaid ? `/payment/orders?order=${id}` : payPath('order', id));
  }, refresh);
  const isBlocked =
    store.unpaid !== null || lines.some(({ line, item }) => item === null || line.quantity > mostOf(item));
  return (
    <>
      <p className={styles.total}>
        <span>Total</span>
        <strong className={styles.amount}>{formatMoney(total)}</strong>
      </p>
      {refusal !== null && <Banner tone="error">{message ?? refusal.message}</Banner>}
      <Button variant="primary" block busy={isRunning} disabled={isBlocked} onClick={() => void run()}>
        {total === 0 ? 'Order' : 'Order and pay'}
        <span className="visually-hidden">{` at ${store.name}`}</span>
      </Button>
    </>
  );
}
