import { MAIL_STATES } from '../messages/mails.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const MailOverview = Type.Object({
  /** Of the mails that the caller may read, at most MOST_COUNTED_MAILS + 1 each. */
  counts: Type.Each(MAIL_STATES, Type.Count),
  /** false: there is no mail server, and mails stay in the outbox. */
  isSending: Type.Boolean(),
  /** The mail server takes no mail at all. */
  outage: Type.Nullable(
    Type.Object({
      since: Type.Instant,
      triedAt: Type.Instant,
      /** It is not tried before. */
      nextAt: Type.Instant,
      /** null: the line was lost after a mail was handed over. */
      answer: Type.Nullable(Type.String()),
    }),
  ),
});
export type MailOverview = Static<typeof MailOverview>;
export type MailOutage = NonNullable<MailOverview['outage']>;

/** A mail as it is sent. Links that stand for their reader are cut off. */
const MailContent = Type.Object({
  /** confidential: only administrators read it. gone: its message is no longer kept. */
  withheld: Type.Nullable(Type.Enum(['confidential', 'gone'])),
  /** Name and value, in the order of the mail. */
  headers: Type.Array(Type.Unsafe<[name: string, value: string]>({ type: 'array', items: { type: 'string' } })),
  text: Type.String(),
  attachments: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), bytes: Type.Count })),
  /** Mails to its address are not sent. */
  isSuppressed: Type.Boolean(),
});
export type MailContent = Static<typeof MailContent>;

export const mailCalls = calls({
  'GET /api/mails/overview': { summary: 'Emails: how many are in each state', response: MailOverview },
  'GET /api/mails/:id/content': { summary: 'An email as it is sent: headers and text', response: MailContent },
  'GET /api/mails/:id/html': { summary: 'An email as it is sent: its HTML', content: 'text/html' },
});
