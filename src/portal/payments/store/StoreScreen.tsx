import { useState } from 'react';
import type { OpenStore, Storefront } from '../../../../domain/calls/store.ts';
import { formatCount, formatMoney } from '../../../../domain/values/formats.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import { Page } from '../../../ui/Page.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { Cart } from './Cart.tsx';
import { cartTotal } from './cartTotal.ts';
import { ItemCard } from './ItemCard.tsx';
import styles from './Store.module.css';
import { StoreHead } from './StoreHead.tsx';
import { useStorefront } from './useStorefront.ts';

const CART = 'cart';

/** /payment/store: what people can buy, and their cart. */
export function Screen() {
  const query = useStorefront();
  return (
    <Page
      title="Store"
      lead="Order and pay here. Pick up at the store with your code."
      actions={
        <ButtonLink to="/payment/orders" icon="shopping-bag">
          My orders
        </ButtonLink>
      }
    >
      <QueryView query={query} what="the store" lines={6} lineHeight={88}>
        {(storefront) => <Stores storefront={storefront} />}
      </QueryView>
    </Page>
  );
}

function Stores({ storefront }: { storefront: Storefront }) {
  const [text, setText] = useState('');
  const { stores, cart } = storefront;
  if (stores.length === 0 && cart.length === 0)
    return (
      <EmptyState icon="store" title="Nothing for sale yet">
        Items that you can buy appear here.
      </EmptyState>
    );
  const found = stores.map((store) => ({ ...store, items: matching(store, text) }));
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className={styles.columns}>
      <div className={layout.pane}>
        <div>
          <SearchBox label="Search items" text={text} onSearch={setText} />
        </div>
        <p className="visually-hidden" role="status">
          {text === '' ? '' : formatCount(count, 'item', 'items')}
        </p>
        {count === 0 && text !== '' && (
          <EmptyState
            icon="search"
            title="No item matches"
            actions={<Button onClick={() => setText('')}>Clear search</Button>}
          >
            {`No item has “${text}” in its name or description.`}
          </EmptyState>
        )}
        {found.map((store) => (
          <StoreSection key={store.id} store={store} cart={storefront.cart} isSearched={text !== ''} />
        ))}
      </div>
      <Cart id={CART} storefront={storefront} />
      <CartBar storefront={storefront} />
    </div>
  );
}

function StoreSection({
  store,
  cart,
  isSearched,
}: {
  store: OpenStore;
  cart: Storefront['cart'];
  isSearched: boolean;
}) {
  if (isSearched && store.items.length === 0) return null;
  const heading = `store-${store.id}`;
  return (
    <section aria-labelledby={heading} className={layout.stack3}>
      <StoreHead id={heading} store={store} />
      <ul className={styles.items}>
        {store.items.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            storeId={store.id}
            quantity={cart.find(({ itemId }) => itemId === item.id)?.quantity ?? 0}
          />
        ))}
      </ul>
    </section>
  );
}

function matching({ items }: OpenStore, text: string): OpenStore['items'] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ name, description }) => {
    const searched = `${name} ${description ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** On phones the cart is below the items: this stays in view and leads there. */
function CartBar({ storefront }: { storefront: Storefront }) {
  const count = storefront.cart.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      <a href={`#${CART}`} className={styles.barLink}>
        <Icon name="shopping-cart" />
        <span>{formatCount(count, 'item in the cart', 'items in the cart')}</span>
        <span className={styles.amount}>{formatMoney(cartTotal(storefront))}</span>
      </a>
    </div>
  );
}
