import type { OpenStore } from '../../../../domain/calls/store.ts';
import { PlaceHours } from '../PlaceHours.tsx';
import styles from './Store.module.css';

/** What the store is, where people pick up their orders, and until when it is open. */
export function StoreHead({ id, store }: { id: string; store: OpenStore }) {
  const { name, description, place, locationId } = store;
  return (
    <div>
      <h2 id={id}>{name}</h2>
      {description !== null && <p>{description}</p>}
      {place !== null && (
        <p className={styles.quiet}>
          {`Pickup: ${place}`}
          {locationId !== null && <PlaceHours id={locationId} />}
        </p>
      )}
    </div>
  );
}
