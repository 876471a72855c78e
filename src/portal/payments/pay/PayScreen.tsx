import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import type { PaymentView } from '../../../../domain/calls/payments.ts';
import type { Endpoint } from '../../../../domain/payments/paths.ts';
import { formatInstant, formatMoney } from '../../../../domain/values/formats.ts';
import { callQuery } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { useModel } from '../../../app/useModel.ts';
import { DiscountCode } from '../../../requests/DiscountCode.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import layout from '../../../ui/layout.module.css';
import { Page } from '../../../ui/Page.tsx';
import { Approval } from './Approval.tsx';
import { CardReturn } from './CardReturn.tsx';
import { DueTable } from './DueTable.tsx';
import { PaymentMethods } from './PaymentMethods.tsx';
import type { PayTarget } from './payTarget.ts';
import { wayBack } from './wayBack.ts';

/** /payment/:endpoint/:id: what is due, and how it can be paid. */
export function Screen() {
  const { endpoint, id } = useParams();
  const [search] = useSearchParams();
  const key = search.get('key');
  const target: PayTarget = {
    params: { endpoint: endpoint as Endpoint, id: Number(id) },
    ...(key === null ? { back: wayBack(endpoint as Endpoint, search.get('from')) } : { key }),
  };
  const query = useQuery({
    ...callQuery('GET /api/payment/:endpoint/:id', { params: target.params, query: { key } }),
    // The contact of a department decides, and it is paid.
    refetchInterval: ({ state: { data } }) => (isUndecided(data) ? UNDECIDED_MS : false),
  });
  const paymentId = search.get('payment');
  const missing = (
    <EmptyState icon="wallet" title="Nothing to pay here">
      The link may be incomplete, or it belongs to someone else.
    </EmptyState>
  );
  return (
    <Page title="Payment" width="reading" {...(target.back === undefined ? {} : { back: target.back })}>
      <QueryView query={query} what="the payment" missing={missing}>
        {(view) => (
          <div className={layout.stack4}>
            {paymentId !== null && view.state !== 'paid' && (
              <CardReturn paymentId={Number(paymentId)} onEnd={() => void query.refetch()} />
            )}
            <Payment view={view} target={target} onPaid={() => query.refetch()} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

const UNDECIDED_MS = 15_000;

function isUndecided(view: PaymentView | undefined): boolean {
  return view?.approval?.state === 'requested' || view?.approval?.state === 'approved';
}

interface PaymentProps {
  view: PaymentView;
  target: PayTarget;
  onPaid: () => unknown;
}

function Payment({ view, target, onPaid }: PaymentProps) {
  const { timezone } = useModel().site;
  const { state, title, lines, expiresAt, path } = view;
  const { back } = target;
  const canPay = state === 'due' || state === 'processing';
  return (
    <>
      <Result view={view} />
      {view.approval !== null && <Approval approval={view.approval} />}
      {lines.length > 0 && (
        <Card
          title={title}
          {...(canPay && expiresAt !== null ? { description: `Pay by ${formatInstant(expiresAt, timezone)}` } : {})}
        >
          <div className={layout.stack3}>
            <DueTable view={view} />
            {hasCode(view, target) && <DiscountCode applied={view.discountReason} onEntered={onPaid} />}
          </div>
        </Card>
      )}
      {canPay && <PaymentMethods view={view} target={target} onPaid={onPaid} />}
      {path !== null && (
        <div className={layout.toolbar2}>
          {view.receiptPath !== null && (
            <ButtonLink icon="receipt" variant="primary" to={view.receiptPath}>
              Open the receipt
            </ButtonLink>
          )}
          {state === 'paid' && back !== undefined && back.to !== path && (
            <ButtonLink icon="chevron-left" to={back.to}>
              {back.label}
            </ButtonLink>
          )}
          <ButtonLink variant="quiet" to={path}>
            {LINKS[target.params.endpoint]}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** The discounts of the person who owes it count, until a part is paid. Top-ups have none. */
function hasCode({ state, isOwn, paidCents }: PaymentView, { params }: PayTarget): boolean {
  return state === 'due' && isOwn && paidCents === 0 && params.endpoint !== 'topup';
}

const LINKS: Readonly<Record<Endpoint, string>> = {
  request: 'Open the request',
  ticket: 'Open the session',
  order: 'Open the order',
  topup: 'Open my balances',
};

/** Says what has become of a payment that is not due. */
function Result({ view: { state, reason, paidCents, refundedCents } }: { view: PaymentView }) {
  if (state === 'due' || state === 'processing') return null;
  if (state === 'paid')
    return (
      <Banner tone="success" title={refundedCents > 0 ? 'Paid and refunded' : 'Paid'}>
        {refundedCents > 0 ? `${formatMoney(refundedCents)} was refunded.` : `${formatMoney(paidCents)} was paid.`}
      </Banner>
    );
  return (
    <Banner tone="information" title="Nothing is due">
      {reason}
    </Banner>
  );
}
