import { callApi } from '../../../app/callApi.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';

/** Cancels an own order, after a question that states what is refunded. False where the person keeps it. */
export async function cancelOrder(id: number): Promise<boolean> {
  const { refundCents, sentences } = await callApi('GET /api/payment/:endpoint/:id/cancel-effect', {
    params: { endpoint: 'order', id },
  });
  const isSure = await confirmModal({
    header: `Cancel order ${id}?`,
    message: ['Its items are no longer reserved for you. They go back to your cart.', ...sentences].join(' '),
    confirmButtonText: 'Cancel order',
    cancelButtonText: 'Keep it',
  });
  if (isSure) await callApi('POST /api/store/orders/:id/cancel', { params: { id }, body: { refundCents } });
  return isSure;
}
