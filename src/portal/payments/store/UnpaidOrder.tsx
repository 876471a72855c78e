import { useQueryClient } from '@tanstack/react-query';
import type { OpenStore } from '../../../../domain/calls/store.ts';
import { formatTime } from '../../../../domain/values/formats.ts';
import { toastRefusal, useCommand } from '../../../app/useCommand.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import layout from '../../../ui/layout.module.css';
import { cancelOrder } from '../orders/cancelOrder.ts';
import { forgetOrders } from '../orders/forgetOrders.ts';
import { usePayPath } from '../pay/usePayPath.ts';

/** An order that has to be paid or canceled before the next one. */
export function UnpaidOrder({ order }: { order: NonNullable<OpenStore['unpaid']> }) {
  const { timezone } = useModel().site;
  const payPath = usePayPath();
  const client = useQueryClient();
  const { run, isRunning } = useCommand(async () => {
    if (await cancelOrder(order.id)) await forgetOrders(client);
  }, toastRefusal);
  const until = order.expiresAt === null ? '' : ` Reserved until ${formatTime(order.expiresAt, timezone)}.`;
  return (
    <Banner
      tone="warning"
      narrow
      role="none"
      title={`Order ${order.id} is not paid yet`}
      actions={
        <div className={layout.toolbar2}>
          <ButtonLink size="small" variant="primary" to={payPath('order', order.id)}>
            Pay
          </ButtonLink>
          <Button size="small" busy={isRunning} onClick={() => void run()}>
            Change order
          </Button>
        </div>
      }
    >
      {`${order.summary}.${until}`}
    </Banner>
  );
}
