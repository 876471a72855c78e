import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoney } from '../../../domain/values/formats.ts';
import { Button } from '../../ui/Button.tsx';
import { useDelayed } from '../../ui/useDelayed.ts';
import layout from '../../ui/layout.module.css';
import { useFocusOnMount } from './useFocusOnMount.ts';
import type { PendingSale } from './useSale.ts';

interface NoticeProps {
  pending: PendingSale;
  isSending: boolean;
  onRepeat: () => void;
}

/** A payment that the server has not confirmed. Nothing else can be done until it has: the customer may have paid. */
export function PendingSaleNotice({ pending: { body, customer }, isSending, onRepeat }: NoticeProps) {
  const total = body.items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const button = useFocusOnMount<HTMLButtonElement>();
  const isLate = useDelayed(1500);
  return (
    <Card title={`${formatMoney(total)} from ${customer}`}>
      <div className={layout.stack4}>
        <p role="status">{isSending ? 'Recording the payment…' : 'Waiting for the connection…'}</p>
        {(isLate || !isSending) && (
          <Banner tone="warning" title="The payment is not confirmed yet">
            Keep the money. The till sends the payment again until the server confirms it. It is recorded only once,
            even if you reload this page.
          </Banner>
        )}
        <div>
          <Button ref={button} icon="rotate-ccw" variant="primary" busy={isSending} onClick={onRepeat}>
            Try again now
          </Button>
        </div>
      </div>
    </Card>
  );
}
