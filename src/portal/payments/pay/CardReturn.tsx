import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../../../app/callApi.ts';
import { Banner } from '../../../ui/Banner.tsx';

const EVERY_MS = 2_000;

/** The card payment from which the payer returns: its state, until it has an end. */
export function CardReturn({ paymentId, onEnd }: { paymentId: number; onEnd: () => void }) {
  const { data } = useQuery({
    ...callQuery('GET /api/payment/payments/:id', { params: { id: paymentId } }),
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data.state) ? EVERY_MS : false),
  });
  const hasEnded = data !== undefined && !isRunning(data.state);
  useEffect(() => {
    if (hasEnded) onEnd();
    // Once: the page is loaded again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasEnded]);
  if (data === undefined) return null;
  if (data.isLate)
    return (
      <Banner tone="warning" title="Your payment arrived too late">
        Nothing was due anymore. Staff will refund it.
      </Banner>
    );
  if (isRunning(data.state))
    return <Banner title="Waiting for your card payment">This page updates when it is complete.</Banner>;
  if (data.state === 'captured') return null;
  return (
    <Banner tone="warning" title="The card payment was not completed">
      You were not charged. Choose how to pay.
    </Banner>
  );
}

function isRunning(state: string): boolean {
  return state === 'created' || state === 'open';
}
