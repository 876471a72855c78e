import { linesHtml, storableValues, type PlaceholderValues } from '../../../domain/message-template.ts';
import type { AuthorKind, MessageCategory, MessageEvent } from '../../../domain/messages.ts';
import type { Model } from '../../../domain/model.ts';
import type { Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import type { CalendarPart } from './calendar-part.ts';
import { deliver, mail, reachedBy, type WrittenMessage } from './deliver.ts';
import { renderedNotice, usedTemplate } from './saved-templates.ts';

export interface Notice {
  /** A file of config/messages/events. */
  event: string;
  /** One of the event's templates. */
  audience: string;
  /** Accounts. Those that are not active, and the author, are left out. */
  recipients: readonly number[];
  /** By placeholder. */
  values: PlaceholderValues;
  /** The record that it is about: messages about one record are one thread. */
  about?: { resource: string; id: number; title: string; path: string | null };
  /** Who says it. Default: the system. */
  author?: { kind: AuthorKind; id: number; name: string };
  /** Plain text that the author has written: the portal shows it without the words that introduce it, and to the author too. */
  written?: string;
  /** Put into the calendar of who gets a mail of it at once; a daily mail has none. */
  calendar?: CalendarPart;
}

/**
 * Tells people of an event: in the portal and by mail, as each has chosen. Part of the transaction of what has happened, so either both
 * are kept or neither is. Returns the message's id; null where it reaches nobody.
 */
export async function notify(services: Services, tx: Tx, notice: Notice): Promise<number | null> {
  const category = categoryOf(services.model, eventOf(services.model, notice));
  const wanted = notice.recipients.filter((id) => id !== notice.author?.id);
  const reached = (await reachedBy(tx, category, wanted)).filter(({ delivery }) => delivery !== 'none');
  const keeper = notice.written === undefined ? undefined : notice.author?.id;
  if (reached.length === 0 && keeper === undefined) return null;
  const message = await writeMessage(services, tx, notice);
  await deliver(services, tx, message, reached);
  if (keeper !== undefined) {
    const read = { messageId: message.id, userId: keeper, readAt: services.clock.instant() };
    await tx.insertInto('messageRecipients').values(read).execute();
  }
  return message.id;
}

/** Mails a person at an address that is not theirs yet. It stands in nobody's messages, since it proves who reads that address. */
export async function notifyAddress(
  services: Services,
  tx: Tx,
  notice: Omit<Notice, 'recipients'>,
  to: { userId: number; address: string; name: string },
): Promise<void> {
  await mail(services, tx, await writeMessage(services, tx, notice), [{ ...to, delivery: 'mail' }]);
}

/** The message itself, which reaches nobody yet. */
export async function writeMessage(
  { model }: Services,
  tx: Tx,
  notice: Omit<Notice, 'recipients'>,
): Promise<WrittenMessage> {
  const event = eventOf(model, notice);
  const category = categoryOf(model, event);
  const template = await usedTemplate(tx, event, notice.audience);
  const { subject, html } = renderedNotice(model, event, template, notice.values);
  const { id } = await tx
    .insertInto('messages')
    .values({
      event: event.key,
      category: category.key,
      kind: event.kind,
      subject,
      html,
      written: notice.written === undefined ? null : linesHtml(notice.written),
      audience: notice.audience,
      templateVersion: template.version,
      values: JSON.stringify(storableValues(notice.values)),
      authorKind: notice.author?.kind ?? 'System',
      authorId: notice.author?.id ?? null,
      authorName: notice.author?.name ?? null,
      about: notice.about?.resource ?? null,
      aboutId: notice.about?.id ?? null,
      aboutTitle: notice.about?.title ?? null,
      aboutPath: notice.about?.path ?? null,
      calendar: notice.calendar === undefined ? null : JSON.stringify(notice.calendar),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, event: event.key, category, subject };
}

function eventOf({ messages }: Model, { event }: Pick<Notice, 'event'>): MessageEvent {
  const declared = messages.events.get(event);
  if (declared === undefined) throw new Error(`config/messages/events declares no "${event}"`);
  return declared;
}

export function categoryOf({ messages }: Model, { category }: Pick<MessageEvent, 'category'>): MessageCategory {
  const declared = messages.categories.find(({ key }) => key === category);
  if (declared === undefined) throw new Error(`config/messages/categories.json declares no "${category}"`);
  return declared;
}
