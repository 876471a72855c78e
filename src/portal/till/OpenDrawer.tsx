import type { TillState } from '../../../domain/calls/till.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './Till.module.css';
import { useTillAction } from './useTillAction.ts';
import { useFocusOnMount } from './useFocusOnMount.ts';

/** Payments begin with a drawer and its float. */
export function OpenDrawer({ state: { tills } }: { state: TillState }) {
  const run = useTillAction();
  const list = useFocusOnMount<HTMLUListElement>();
  if (tills.length === 0)
    return (
      <EmptyState
        icon="wallet"
        title="No tills"
        actions={
          <ButtonLink to="/admin/tills" variant="primary">
            Create a till
          </ButtonLink>
        }
      >
        Create a till for each desk with a cash drawer.
      </EmptyState>
    );
  return (
    <Card title="Open a drawer" description="Count the cash in the drawer first. This is the float.">
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Tills">
        {tills.map(({ id, name, cashier }) => (
          <li key={id} className={styles.row}>
            <span className={styles.rowText}>
              <strong>{name}</strong>
              {cashier !== null && <span className={styles.quiet}>{`In use by ${cashier}`}</span>}
            </span>
            {cashier === null && (
              <Button
                icon="unlock"
                variant="primary"
                aria-label={`Open drawer: ${name}`}
                onClick={() => void run('tills', 'open', id)}
              >
                Open drawer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
