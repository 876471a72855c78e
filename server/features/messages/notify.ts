import { linesHtml, storableValues, type PlaceholderValues } from '../../../domain/messages/message-template.ts';
import {
  isMandatory,
  type AuthorKind,
  type MessageCategory,
  type MessageEvent,
} from '../../../domain/messages/messages.ts';
import type { Model } from '../../../domain/declarations/model.ts';
import type { Tx } from '../../platform/database.ts';
import { insertRecords } from '../../platform/insert-records.ts';
import type { Needs, NoticeServices } from '../../services.ts';
import type { CalendarPart } from './calendar-part.ts';
import { chunked, deliver, mail, reachedBy, type Reached, type WrittenMessage } from './deliver.ts';
import { renderedNotice, usedTemplate, type UsedTemplate } from './saved-templates.ts';
import { replaceWaiting } from './superseded.ts';
import { wakeOutbox } from './wake-outbox.ts';

export type { CalendarPart };

const MESSAGES = 200;

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
  /** Plain text by the author: the portal shows it without the introduction, and to the author too. */
  written?: string;
  /** How several notices are merged: values that become lines, and the link, which is that of the first. */
  joins?: { lines: readonly string[]; link: string };
  /** For the calendars of people who get an immediate mail; a daily mail has none. */
  calendar?: readonly CalendarPart[];
  /** The account that acted; a message that is mandatory "byOthers" is optional for that person. */
  actorId?: number | null;
  /** With a single recipient: mails to them about the same topic that still wait are replaced by this one. */
  topic?: string;
  /** IANA zone of the place that it is about, in which its instants are written. Default: the site's. */
  zone?: string;
  /** Epoch milliseconds. Where quiet hours or the daily mail would delay its mail until then, it is sent immediately. */
  neededBy?: number;
  /** It waits until the change can no longer be undone (`notifyMerged`). Default: it is sent immediately. */
  held?: HeldChange;
  /** Read before a lock that others wait for. Default: it is read when the notice is sent. */
  reads?: NoticeReads;
}

/** What a notice depends on. */
export interface NoticeReads {
  reached: readonly Reached[];
  template: UsedTemplate;
}

/** Also wakes the outbox, since that can come before the emails. */
export async function readNotice(
  services: NoticeServices,
  tx: Tx,
  notice: Pick<Notice, 'event' | 'audience' | 'recipients'>,
): Promise<NoticeReads> {
  const [reached = []] = await reachedByAll(services, tx, [notice]);
  const template = await usedTemplate(tx, declaredEvent(services.model, notice), notice.audience);
  if (reached.some(({ delivery }) => delivery === 'mail')) await wakeOutbox(services, tx);
  return { reached, template };
}

/** What changed, for each recipient. */
export interface HeldChange {
  /** Of one recipient, one notice is held by topic. */
  topic: string;
  /** The states, in any words: equal ones are the same state. */
  before: string;
  after: string;
  /** Values that a notice takes from the one that it replaces, which names the state before both. */
  keeps?: readonly string[];
}

/**
 * Notifies people of an event: in the portal and by mail, as each has chosen, in the transaction of the event. Returns
 * the message's id; null if it reaches no one.
 */
export async function notify(services: NoticeServices, tx: Tx, notice: Notice): Promise<number | null> {
  const [id = null] = await notifyAll(services, tx, [notice]);
  return id;
}

/** For several notices, in as many statements as for one. */
export async function notifyAll(
  services: NoticeServices,
  tx: Tx,
  given: readonly Notice[],
): Promise<(number | null)[]> {
  const read = await reachedByAll(
    services,
    tx,
    given.filter(({ reads }) => reads === undefined),
  );
  const reached = given.map(({ reads }) => reads?.reached ?? read.shift() ?? []);
  const notices = await replaceWaiting(tx, given, reached);
  const merged = notices.filter(
    (notice, index) => authorWithCopy(notice) !== undefined || (reached[index] ?? []).length > 0,
  );
  const messages = await writeMessages(services, tx, merged);
  const written = new Map(merged.map((notice, index) => [notice, messages[index]]));
  const deliveries = notices.flatMap((notice, index) => {
    const message = written.get(notice);
    return message === undefined ? [] : [{ message, reached: reached[index] ?? [], actorId: notice.actorId }];
  });
  await deliver(services, tx, deliveries);
  const readAt = services.clock.instant();
  const recipients = merged.flatMap((notice) => {
    const [message, userId] = [written.get(notice), authorWithCopy(notice)];
    return message === undefined || userId === undefined ? [] : [{ messageId: message.id, userId, readAt }];
  });
  await insertRecords(tx, 'messageRecipients', recipients);
  return notices.map((notice) => written.get(notice)?.id ?? null);
}

function authorWithCopy({ written, author }: Notice): number | undefined {
  return written === undefined ? undefined : author?.id;
}

/** By notice: the people it reaches in some way. */
async function reachedByAll(
  { model }: Needs<'model'>,
  tx: Tx,
  notices: readonly Pick<Notice, 'event' | 'recipients' | 'author' | 'actorId'>[],
): Promise<Reached[][]> {
  const byCategory = Map.groupBy(notices, (notice) => categoryOf(model, declaredEvent(model, notice)));
  const found = new Map<(typeof notices)[number], Reached[]>();
  for (const [category, some] of byCategory) {
    const wanted = some.flatMap(({ recipients }) => recipients);
    const people = new Map((await reachedBy(tx, category, wanted)).map((person) => [person.userId, person]));
    for (const notice of some) {
      const event = declaredEvent(model, notice);
      const ids = [...new Set(notice.recipients)].filter((id) => id !== notice.author?.id);
      found.set(
        notice,
        ids.flatMap((id) => {
          const person = people.get(id);
          if (person === undefined) return [];
          if (isMandatory(category, event, id === notice.actorId))
            return [{ ...person, delivery: 'mail' as const, isMandatory: true }];
          return person.delivery === 'none' ? [] : [person];
        }),
      );
    }
  }
  return notices.map((notice) => found.get(notice) ?? []);
}

/**
 * Mails a person at an address that is not confirmed yet. Not among their messages, since it proves who reads that
 * address.
 */
export async function notifyAddress(
  services: NoticeServices,
  tx: Tx,
  notice: Omit<Notice, 'recipients'>,
  to: { userId: number; address: string; name: string },
): Promise<void> {
  const message = await writeMessage(services, tx, notice);
  await mail(services, tx, [{ message, reached: [{ ...to, delivery: 'mail', isMandatory: true }] }]);
}

export async function writeMessage(
  services: Needs<'model'>,
  tx: Tx,
  notice: Omit<Notice, 'recipients'>,
): Promise<WrittenMessage> {
  const [message] = await writeMessages(services, tx, [notice]);
  if (message === undefined) throw new Error('The message was not written.');
  return message;
}

async function writeMessages(
  { model }: Needs<'model'>,
  tx: Tx,
  notices: readonly Omit<Notice, 'recipients'>[],
): Promise<WrittenMessage[]> {
  const templates = new Map<string, UsedTemplate>();
  for (const { event, audience, reads } of notices) {
    const key = `${event} ${audience}`;
    if (templates.has(key)) continue;
    templates.set(key, reads?.template ?? (await usedTemplate(tx, declaredEvent(model, { event }), audience)));
  }
  const written: WrittenMessage[] = [];
  for (const some of chunked(notices, MESSAGES)) {
    const rows = some.map((notice) => {
      const event = declaredEvent(model, notice);
      const template = templates.get(`${notice.event} ${notice.audience}`)!;
      return messageRow(model, event, template, notice);
    });
    const ids = await insertRecords(tx, 'messages', rows);
    for (const [index, { event, subject }] of rows.entries()) {
      const category = categoryOf(model, declaredEvent(model, { event }));
      const { neededBy, topic } = some[index]!;
      written.push({ id: ids[index]!.id, event, category, subject, neededBy, topic });
    }
  }
  return written;
}

function messageRow(model: Model, event: MessageEvent, template: UsedTemplate, notice: Omit<Notice, 'recipients'>) {
  const { subject, html } = renderedNotice(model, event, template, notice);
  return {
    event: event.key,
    category: event.category,
    kind: event.kind,
    subject,
    html,
    written: notice.written === undefined ? null : linesHtml(notice.written),
    audience: notice.audience,
    templateVersion: template.version,
    values: storableValues(notice.values),
    authorKind: notice.author?.kind ?? ('System' as const),
    authorId: notice.author?.id ?? null,
    authorName: notice.author?.name ?? null,
    about: notice.about?.resource ?? null,
    aboutId: notice.about?.id ?? null,
    aboutTitle: notice.about?.title ?? null,
    aboutPath: notice.about?.path ?? null,
    calendar: notice.calendar === undefined ? null : [...notice.calendar],
  };
}

function declaredEvent({ messages }: Model, { event }: Pick<Notice, 'event'>): MessageEvent {
  const declared = messages.events.get(event);
  if (declared === undefined) throw new Error(`config/messages/events declares no "${event}"`);
  return declared;
}

export function categoryOf({ messages }: Model, { category }: Pick<MessageEvent, 'category'>): MessageCategory {
  const declared = messages.categories.find(({ key }) => key === category);
  if (declared === undefined) throw new Error(`config/messages/categories.json declares no "${category}"`);
  return declared;
}
