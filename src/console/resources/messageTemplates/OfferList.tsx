import { classNames } from '../../../ui/classNames.ts';
import type { PlaceholderOffers } from './usePlaceholderOffers.ts';
import styles from './templates.module.css';

/** The placeholders that fit what is typed. The input keeps the focus. */
export function OfferList({ offers: { id, offers, active, onChoose } }: { offers: PlaceholderOffers }) {
  return (
    <>
      {offers.length > 0 && (
        <ul id={id} role="listbox" aria-label="Placeholders" className={styles.offers}>
          {offers.map(({ name, title }, index) => (
            // The input has the focus and its keys.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={name}
              id={`${id}-${name}`}
              role="option"
              aria-selected={index === active}
              className={classNames(styles.offer, index === active && styles.active)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(name)}
            >
              <code>{`{${name}}`}</code> {title}
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="visually-hidden">
        {offers.length > 0 && `${offers.length} placeholders. Choose with the arrow keys and Enter.`}
      </span>
    </>
  );
}

/** For the input: which of the offers is chosen. */
export function offerAttributes({ id, offers, active }: PlaceholderOffers) {
  const chosen = offers[active];
  return chosen === undefined ? {} : { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen.name}` };
}
