import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { OwnOrder } from '../../../../domain/calls/store.ts';
import { callQuery } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import layout from '../../../ui/layout.module.css';
import { Page } from '../../../ui/Page.tsx';
import { OrderCard } from './OrderCard.tsx';

const isCurrent = ({ state }: OwnOrder): boolean => !['collected', 'canceled', 'expired'].includes(state);

/** /payment/orders: the orders of the current user, with the codes to pick them up. `?order=` opens the code of one. */
export function Screen() {
  const [search] = useSearchParams();
  const query = useQuery({ ...callQuery('GET /api/store/orders'), refetchOnWindowFocus: true });
  const store = (
    <ButtonLink to="/payment/store" icon="store" variant="primary">
      Go to the store
    </ButtonLink>
  );
  const empty = (
    <EmptyState icon="shopping-bag" title="No orders yet" actions={store}>
      What you order in the store appears here, with the code to pick it up.
    </EmptyState>
  );
  return (
    <Page
      title="My orders"
      lead="Show the code at the store to pick up an order."
      width="reading"
      actions={query.data?.length === 0 ? undefined : store}
    >
      <QueryView query={query} what="your orders" lines={3} lineHeight={160} empty={empty}>
        {(orders) => <Orders orders={orders} opened={Number(search.get('order'))} />}
      </QueryView>
    </Page>
  );
}

function Orders({ orders, opened }: { orders: readonly OwnOrder[]; opened: number }) {
  const [current, earlier] = [orders.filter(isCurrent), orders.filter((order) => !isCurrent(order))];
  return (
    <div className={layout.stack6}>
      {current.length > 0 && (
        <div className={layout.stack4}>
          {current.map((order) => (
            <OrderCard key={order.id} order={order} isOpened={order.id === opened || current.length === 1} />
          ))}
        </div>
      )}
      {earlier.length > 0 && (
        <section aria-labelledby="earlier" className={layout.stack4}>
          <h2 id="earlier">Earlier orders</h2>
          {earlier.map((order) => (
            <OrderCard key={order.id} order={order} isOpened={false} />
          ))}
        </section>
      )}
    </div>
  );
}
