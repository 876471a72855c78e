import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pickup } from '../../../domain/calls/kiosk.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { callApi, callQuery } from '../../app/callApi.ts';
import { useStore } from '../../app/createStore.ts';
import { personStore } from '../../app/kiosk/kioskSession.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { toastRefusal, useCommand } from '../../app/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './Kiosk.module.css';
import { PayDialog } from './PayDialog.tsx';

const pickupsQuery = callQuery('GET /api/kiosk/pickups');
const REFRESH = 30_000;

/** The person's own requests and orders that are ready, with the shelf. */
export function Pickups() {
  const list = useQuery({ ...pickupsQuery, refetchInterval: REFRESH });
  return (
    <Card title="Ready for pickup">
      <QueryView query={list} what="your pickups" lines={3} lineHeight={72}>
        {(pickups) =>
          pickups.length === 0 ? (
            <p>Nothing is ready for pickup.</p>
          ) : (
            <ul className={styles.rows}>
              {pickups.map((pickup) => (
                <PickupRow key={`${pickup.kind} ${pickup.id}`} pickup={pickup} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}

function PickupRow({ pickup }: { pickup: Pickup }) {
  const { kind, id, title, shelf, place, dueCents, canPickUp } = pickup;
  const client = useQueryClient();
  const isCardKnown = useIsCardKnown();
  const { run, isRunning } = useCommand(async () => {
    await callApi(kind === 'request' ? 'POST /api/kiosk/pickups/requests/:id' : 'POST /api/kiosk/pickups/orders/:id', {
      params: { id },
    });
    showToast(`Picked up: ${title}`);
    await client.invalidateQueries({ queryKey: pickupsQuery.queryKey });
  }, toastRefusal);
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.title}>{title}</p>
        {shelf !== null && <p className={styles.shelf}>Shelf: {shelf}</p>}
        {place !== null && <p>{place}</p>}
        {dueCents > 0 && <p>{formatMoney(dueCents)} due</p>}
        {!canPickUp && dueCents === 0 && <p>Ask at the desk. Staff will give it to you.</p>}
      </div>
      {canPickUp && !isCardKnown && <p>Swipe your card to mark it as picked up.</p>}
      {canPickUp && isCardKnown && (
        <Button variant="primary" icon="circle-check" busy={isRunning} onClick={() => void run()}>
          Picked up
          <span className="visually-hidden">: {title}</span>
        </Button>
      )}
      {dueCents > 0 && <PayButton pickup={pickup} />}
    </li>
  );
}

/** Taking and paying need the card: a typed ID is no secret. */
function useIsCardKnown(): boolean {
  const person = useStore(personStore);
  return person !== null && person.identifiedBy !== 'id';
}

function PayButton({ pickup }: { pickup: Pickup }) {
  const isCardKnown = useIsCardKnown();
  const [isPaying, setIsPaying] = useState(false);
  if (!isCardKnown) return <p>Swipe your card to pay, or pay at the desk.</p>;
  return (
    <>
      <Button variant="primary" onClick={() => setIsPaying(true)}>
        Pay {formatMoney(pickup.dueCents)}
      </Button>
      {isPaying && <PayDialog pickup={pickup} onClose={() => setIsPaying(false)} />}
    </>
  );
}
