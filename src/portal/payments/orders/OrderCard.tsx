import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnOrder } from '../../../../domain/calls/store.ts';
import { pickupCodeText } from '../../../../domain/store/pickup-code.ts';
import { formatInstantDay, formatMoney, formatTime } from '../../../../domain/values/formats.ts';
import { toastRefusal, useCommand } from '../../../app/useCommand.ts';
import { useModel } from '../../../app/useModel.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { LazyQrCode } from '../../../ui/LazyQrCode.tsx';
import layout from '../../../ui/layout.module.css';
import { PlaceHours } from '../PlaceHours.tsx';
import { cancelOrder } from './cancelOrder.ts';
import { forgetOrders } from './forgetOrders.ts';
import styles from './Orders.module.css';
import { ORDER_LOOKS, stateText } from './orderStates.ts';

/** An order with its state, items and place, and the code to pick it up. */
export function OrderCard({ order, isOpened }: { order: OwnOrder; isOpened: boolean }) {
  const { timezone } = useModel().site;
  const { id, state, store, place, locationId, contactEmail, createdAt, pickupCode, shelf, totalCents } = order;
  const { tone, icon, label } = ORDER_LOOKS[state];
  return (
    <Card
      headingLevel={2}
      title={`Order ${id}`}
      description={`${formatInstantDay(createdAt, timezone)} · ${store}`}
      actions={
        <Chip tone={tone} icon={icon}>
          {label}
        </Chip>
      }
    >
      <div className={layout.stack4}>
        <p>{stateText(order, (instant) => formatTime(instant, timezone))}</p>
        <Lines order={order} />
        <p className={styles.total}>
          <span>Total</span>
          <strong className={styles.amount}>{formatMoney(totalCents)}</strong>
        </p>
        {pickupCode !== null && (
          <>
            {place !== null && (
              <p className={styles.quiet}>
                {`Pickup: ${place}`}
                {locationId !== null && <PlaceHours id={locationId} />}
              </p>
            )}
            {shelf !== null && <p>Shelf: {shelf}</p>}
            <PickupCode id={id} code={pickupCode} isOpened={isOpened} />
          </>
        )}
        <OrderActions order={order} contact={contactEmail} />
      </div>
    </Card>
  );
}

function Lines({ order: { id, lines } }: { order: OwnOrder }) {
  return (
    <ul className={styles.lines} aria-label={`Items of order ${id}`}>
      {lines.map(({ name, quantity, unitCents, collected, returned, canceled }) => (
        <li key={name} className={styles.line}>
          <span>
            {`${quantity} × ${name}`}
            {collected > 0 && collected < quantity && (
              <span className={styles.quiet}>{` (${collected} collected)`}</span>
            )}
            {returned > 0 && <span className={styles.quiet}>{` (${returned} returned)`}</span>}
            {canceled > 0 && <span className={styles.quiet}>{` (${canceled} canceled)`}</span>}
          </span>
          <span className={styles.amount}>{formatMoney(quantity * unitCents)}</span>
        </li>
      ))}
    </ul>
  );
}

function PickupCode({ id, code, isOpened }: { id: number; code: string; isOpened: boolean }) {
  const [isShown, setShown] = useState(isOpened);
  if (!isShown)
    return (
      <div>
        <Button icon="qr-code" onClick={() => setShown(true)}>
          Show pickup code
        </Button>
      </div>
    );
  return (
    <div className={styles.face}>
      <LazyQrCode text={pickupCodeText(code)} label={`QR code to pick up order ${id}`} />
      <p className={styles.letters}>
        <span className="visually-hidden">Pickup code: </span>
        {code}
      </p>
    </div>
  );
}

function OrderActions({ order: { id, state, canCancel }, contact }: { order: OwnOrder; contact: string | null }) {
  const client = useQueryClient();
  const { run, isRunning } = useCommand(async () => {
    if (await cancelOrder(id)) await forgetOrders(client);
  }, toastRefusal);
  const isPaid = ['placed', 'ready', 'partlyCollected'].includes(state);
  if (!canCancel && !isPaid) return null;
  return (
    <div className={layout.toolbar2}>
      {state === 'open' && (
        <ButtonLink variant="primary" to={`/payment/order/${id}`}>
          Pay
        </ButtonLink>
      )}
      {canCancel && (
        <Button busy={isRunning} onClick={() => void run()}>
          Cancel order
        </Button>
      )}
      {isPaid && contact !== null && (
        <p className={styles.quiet}>
          Questions? Write to <a href={`mailto:${contact}`}>{contact}</a>.
        </p>
      )}
    </div>
  );
}
