import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { OutgoingMail } from '../../platform/mail/transport.ts';
import type { MailServices, Needs } from '../../services.ts';
import { calendarFiles, type CalendarPart } from './calendar-part.ts';
import { mailLink } from './links.ts';
import { mailFilesOf } from './mail-files.ts';
import { mailContent, messageFor, sentContent, type WrittenMessage } from './mail-content.ts';
import type { MailAction } from './mail-frame.ts';
import { privateLinkOf, type PrivateLink } from './private-links.ts';

/** Bytes of a mail without its headers and signature: with them it is below 100 kB. */
const MOST_BYTES = 95_000;

/** An entry of the outbox. A daily mail has no message of its own. */
export interface OutboxMail {
  id: number;
  address: string;
  userId: number | null;
  messageId: number | null;
  category: string;
  event: string;
  isMandatory: boolean | null;
  subject: string;
  headerId: string;
  createdAt: string;
}

/**
 * The mail of an outbox entry; null if its messages were deleted or its link no longer works. The same at each attempt. `hidesLinks`: for other
 * readers, without the tokens that identify the recipient.
 */
export async function composedMail(
  services: MailServices,
  mail: OutboxMail,
  { hidesLinks = false } = {},
): Promise<OutgoingMail | null> {
  const { model, settings } = services;
  const messages = await mailedMessages(services, mail);
  if (messages.length === 0) return null;
  const origin = siteOrigin(settings, null);
  const isDigest = mail.messageId === null;
  const category = model.messages.categories.find(({ key }) => key === mail.category);
  const isOptionalKind = category?.isRequired === false;
  const isMandatory = isOptionalKind && mail.isMandatory === true;
  const canLeave = isDigest || (isOptionalKind && !isMandatory);
  const privateLink = privateLinkOf(mail.event);
  const links = privateLink
    ? await privateLinks(services, mail, messages[0]?.aboutId ?? 0, privateLink, hidesLinks)
    : hidesLinks
      ? hiddenLinks(origin, canLeave)
      : await readerLinks(services, mail, origin, canLeave);
  if (links === null) return null;
  const content = mailContent(model, origin, {
    subject: mail.subject,
    messages,
    isDigest,
    category: mail.category,
    isMandatory,
    settings: links.settings,
    action: links.action,
  });
  return {
    headerId: mail.headerId,
    to: mail.address,
    date: mail.createdAt,
    subject: mail.subject,
    ...content,
    ...(links.unsubscribe === null
      ? {}
      : {
          subscription: {
            unsubscribe: links.unsubscribe,
            id: `${mail.category}.${new URL(origin).hostname}`,
            name: isDigest ? 'Daily digest' : (category?.label ?? mail.category),
          },
        }),
    ...(isDigest ? {} : await attachmentsOf(services, mail, messages, MOST_BYTES - sentContent(content))),
  };
}

async function attachmentsOf(
  services: MailServices,
  { address, event, userId }: OutboxMail,
  messages: readonly MailedMessage[],
  mostBytes: number,
): Promise<Pick<OutgoingMail, 'calendar' | 'files'>> {
  const files = await mailFilesOf(services, event, messages[0]?.aboutId ?? null, userId);
  return { ...calendarOf(messages, address, mostBytes), files };
}

type MailedMessage = WrittenMessage & { createdAt: string; calendar: readonly CalendarPart[]; aboutId: number | null };

async function mailedMessages({ db, model }: Needs<'db' | 'model'>, mail: OutboxMail): Promise<MailedMessage[]> {
  const account = await db
    .selectFrom('users')
    .select('displayName')
    .where('id', '=', mail.userId ?? 0)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('messages')
    .select(['subject', 'html', 'aboutTitle', 'aboutPath', 'aboutId', 'createdAt', 'calendar'])
    .where(({ eb, selectFrom }) =>
      mail.messageId === null
        ? eb(
            'id',
            'in',
            selectFrom('mails').select('messageId').where('digestId', '=', mail.id).$castTo<{ messageId: number }>(),
          )
        : eb('id', '=', mail.messageId),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ aboutTitle: title, aboutPath: path, aboutId, createdAt, calendar, ...row }) => ({
    createdAt,
    aboutId,
    calendar: (calendar ?? []) as readonly CalendarPart[],
    ...messageFor(row, account?.displayName ?? '', model.site.timezone),
    about: title === null || path === null ? null : { title, path },
  }));
}

function calendarOf(
  [message]: readonly MailedMessage[],
  address: string,
  most: number,
): Pick<OutgoingMail, 'calendar'> {
  const { calendar, createdAt } = message ?? { calendar: [], createdAt: '' };
  return calendar.length === 0 ? {} : { calendar: calendarFiles(calendar, address, createdAt, most) };
}

interface Links {
  settings: string | null;
  unsubscribe: string | null;
  action: MailAction | null;
}

/**
 * Its reader can do what the link says, and nothing else. Null: the link no longer works, so the mail is not sent. Without a mail server
 * only an administrator can pass on the confirmation of an address, who could set the address as well.
 */
async function privateLinks(
  services: MailServices,
  { createdAt }: OutboxMail,
  aboutId: number,
  { label, path, token: tokenOf, isPassedOn }: PrivateLink,
  hidesLinks: boolean,
): Promise<Links | null> {
  const isHidden = hidesLinks && !(isPassedOn && services.mail === null);
  const token = isHidden ? null : await tokenOf(services, aboutId, createdAt);
  if (!isHidden && token === null) return null;
  const href = siteOrigin(services.settings, null) + path(token);
  return { settings: null, unsubscribe: null, action: { label, href } };
}

function hiddenLinks(origin: string, canLeave: boolean): Links {
  return {
    settings: `${origin}/myAccount/communicationSettings`,
    unsubscribe: canLeave ? `${origin}/api/messages/unsubscribe/...` : null,
    action: null,
  };
}

/** By which a reader changes what comes, without logging in. */
async function readerLinks(
  services: Needs<'settings'>,
  { userId, category, createdAt }: OutboxMail,
  origin: string,
  canLeave: boolean,
): Promise<Links> {
  if (userId === null) return { settings: null, unsubscribe: null, action: null };
  const settings = await mailLink(services, { userId, category: null }, createdAt);
  const leaving = canLeave ? await mailLink(services, { userId, category }, createdAt) : null;
  return {
    settings: `${origin}/myAccount/communicationSettings?link=${settings}`,
    unsubscribe: leaving === null ? null : `${origin}/api/messages/unsubscribe/${leaving}`,
    action: null,
  };
}
