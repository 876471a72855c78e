import type { StoreItem } from '../../../../domain/calls/store.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { ContentImage } from '../../../content/cards/ContentImage.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { QuantityField } from './QuantityField.tsx';
import styles from './Store.module.css';
import { mostOf, useSetQuantity } from './useStorefront.ts';

/** From here on, the number that is left is shown. */
const FEW = 10;

export interface ItemCardProps {
  item: StoreItem;
  storeId: number;
  /** In the cart. */
  quantity: number;
}

export function ItemCard({ item, storeId, quantity }: ItemCardProps) {
  const setQuantity = useSetQuantity();
  const most = mostOf(item);
  const set = (count: number) => setQuantity({ item, storeId, quantity: count });
  return (
    <li className={styles.item}>
      <div className={styles.picture}>
        {item.image === null ? (
          <Icon name="package" size={28} />
        ) : (
          <ContentImage file={item.image} alt={item.imageAlt ?? ''} sizes="120px" />
        )}
      </div>
      <div className={styles.about}>
        <h3 className={styles.name}>{item.name}</h3>
        {item.description !== null && <p className={styles.description}>{item.description}</p>}
        <p>
          <span className={styles.amount}>{formatMoney(item.priceCents)}</span>
          <StockNote item={item} />
        </p>
      </div>
      <div className={styles.add}>
        {quantity > 0 ? (
          <QuantityField name={item.name} quantity={quantity} most={most} onChange={set} />
        ) : (
          most > 0 && (
            <Button icon="plus" aria-label={`Add ${item.name} to the cart`} onClick={() => set(1)}>
              Add
            </Button>
          )
        )}
      </div>
    </li>
  );
}

function StockNote({ item: { available, limit, bought } }: { item: StoreItem }) {
  const notes = [
    available === 0 ? 'Sold out' : available !== null && available <= FEW ? `${available} left` : null,
    limit === null ? null : limitText(limit, bought),
  ].filter((note) => note !== null);
  return notes.map((note) => (
    <span key={note} className={styles.note}>
      {note}
    </span>
  ));
}

function limitText(limit: number, bought: number): string {
  if (bought >= limit) return `You have bought ${bought}, the limit per person`;
  return bought > 0 ? `Limit ${limit} per person, you have bought ${bought}` : `Limit ${limit} per person`;
}
