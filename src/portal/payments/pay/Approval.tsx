import type { PaymentView } from '../../../../domain/calls/payments.ts';
import { formatInstant, formatMoney } from '../../../../domain/values/formats.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner, type BannerTone } from '../../../ui/Banner.tsx';

type Given = NonNullable<PaymentView['approval']>;

/** What became of the request to charge a department. */
export function Approval({ approval }: { approval: Given }) {
  const { timezone } = useModel().site;
  const { state, reason, isCurrent } = approval;
  const { tone, title, text } = TEXTS[state](approval, timezone);
  return (
    <Banner tone={tone} title={title}>
      {text}
      {reason !== null && reason !== '' && <div>Reason: {reason}</div>}
      {!isCurrent && state !== 'declined' && <div>The amount due has changed. Request approval again.</div>}
    </Banner>
  );
}

type Text = (approval: Given, timezone: string) => { tone: BannerTone; title: string; text: string };

const TEXTS: Readonly<Record<Given['state'], Text>> = {
  requested: ({ department, amountCents, expiresAt }, timezone) => ({
    tone: 'warning',
    title: 'Waiting for approval',
    text: `The contact of ${department} can approve ${formatMoney(amountCents)}${
      expiresAt === null ? '' : ` by ${formatInstant(expiresAt, timezone)}`
    }. If you pay another way, the request is withdrawn.`,
  }),
  approved: ({ department, amountCents }) => ({
    tone: 'success',
    title: 'Approved',
    text: `${department} pays ${formatMoney(amountCents)}. If this page still shows the amount in a minute, complete the payment below.`,
  }),
  declined: ({ department, amountCents }) => ({
    tone: 'warning',
    title: 'Declined',
    text: `${department} does not pay ${formatMoney(amountCents)}. Choose another way to pay.`,
  }),
  expired: ({ department, amountCents }) => ({
    tone: 'warning',
    title: 'Not approved in time',
    text: `${department} did not approve ${formatMoney(amountCents)} in time. Request it again, or choose another way to pay.`,
  }),
};
