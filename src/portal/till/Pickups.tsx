import type { TillCustomer } from '../../../domain/calls/till.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import layout from '../../ui/layout.module.css';
import { Key } from './KeyButton.tsx';
import styles from './Till.module.css';

interface PickupsProps {
  pickups: TillCustomer['pickups'];
  /** Undefined: someone else must hand them out. */
  onHandOut?: (id: number) => void;
}

/** Paid orders. Those that are handed out in parts are opened. */
export function Pickups({ pickups, onHandOut }: PickupsProps) {
  return (
    <Card title="Orders to hand out">
      <ul className={styles.list}>
        {pickups.map(({ id, summary, isReady, shelf, path }, index) => (
          <li key={id} className={styles.pickup}>
            <span className={styles.rowText}>
              <span className={layout.toolbar2}>
                <strong>{`Order ${id}`}</strong>
                <Chip tone={isReady ? 'green' : 'blue'} icon={isReady ? 'package-check' : 'shopping-bag'}>
                  {isReady ? 'Ready for pickup' : 'Paid'}
                </Chip>
              </span>
              <span className={styles.quiet}>{summary}</span>
              {shelf !== null && <span>Shelf: {shelf}</span>}
            </span>
            <span className={layout.toolbar2}>
              {onHandOut !== undefined && (
                <Button
                  icon="package-open"
                  aria-label={`Hand out order ${id}`}
                  onClick={() => onHandOut(id)}
                  {...(index === 0 ? { 'aria-keyshortcuts': 'F7' } : {})}
                >
                  Hand out
                  {index === 0 && <Key>F7</Key>}
                </Button>
              )}
              <ButtonLink to={path} variant="quiet" aria-label={`Open order ${id}`}>
                Open order
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
