import type { Actor } from '../../../domain/declarations/actor.ts';
import { exampleValues } from './message-examples.ts';
import type { PlaceholderValues } from '../../../domain/messages/message-template.ts';
import type { SentMessage, TemplatePreview, TestMail, TryTemplate } from '../../../domain/calls/templates.ts';
import { faultsByField, templateFaults } from '../../declarations/message-template-faults.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { problem, ProblemError } from '../../platform/problem.ts';
import { cleanHtml } from '../../resources/html.ts';
import type { CommandServices, MailServices, Needs, RowServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { privateLinkOf } from '../messages/private-links.ts';
import { mailContent, messageFor, type WrittenMessage } from '../messages/mail-content.ts';
import { renderedNotice } from '../messages/saved-templates.ts';
import { queueTestMail } from '../messages/test-mail.ts';
import type { Template } from './stored.ts';

/** The number of newest messages that are read, and of those visible to the caller that are offered. */
const LOOKED_AT = 100;
const OFFERED = 20;
const NAMED = 3;
/** The settings page of a mail's reader, without the token that identifies them. */
const SETTINGS = '/myAccount/communicationSettings';

interface StoredMessage {
  id: number;
  values: PlaceholderValues | null;
  about: { title: string; path: string } | null;
  readerName: string;
}

/** Messages of the event that were sent to the audience, the newest first, as far as the caller may see them. */
export async function sentMessages(services: RowServices, actor: Actor, template: Template): Promise<SentMessage[]> {
  const rows = await messagesOfEvent(services, template).orderBy('m.id', 'desc').limit(LOOKED_AT).execute();
  const visible = await visibleMessages(services, actor, rows);
  const shown = rows.filter(({ id }) => visible.has(id)).slice(0, OFFERED);
  const names = await recipientsByMessage(
    services,
    shown.map(({ id }) => id),
  );
  return shown.map(({ id, createdAt, subject }) => {
    const to = names.get(id) ?? [];
    return {
      id,
      at: createdAt,
      subject: messageFor({ subject, html: '' }, to[0] ?? '', 'UTC').subject,
      to,
    };
  });
}

/** Made by the code that makes mails. Nothing is sent or stored. */
export async function previewTemplate(
  services: CommandServices,
  actor: Actor,
  template: Template,
  tried: TryTemplate,
): Promise<TemplatePreview> {
  const { model, settings } = services;
  const { event } = template;
  const message = await triedMessage(services, actor, template, tried);
  const origin = siteOrigin(settings, null);
  const button = privateLinkOf(event.key);
  const contentIn = (theme: 'light' | 'dark') =>
    mailContent(model, origin, {
      subject: message.subject,
      messages: [message],
      isDigest: false,
      category: event.category,
      settings: button === undefined ? origin + SETTINGS : null,
      action: button === undefined ? null : { label: button.label, href: origin + button.path(null) },
      theme,
    });
  const light = contentIn('light');
  return {
    subject: message.subject,
    html: { light: light.html, dark: contentIn('dark').html },
    text: light.text,
    isExample: tried.messageId === null,
    faults: faultsByField(templateFaults(tried.template, event.placeholders)),
  };
}

/** Mails the text to its requester, through the outbox. 422 if it could not be saved, 409 without an address. */
export async function testTemplate(
  services: MailServices & Needs<'jobs' | 'systemSettings'>,
  actor: Actor,
  template: Template,
  tried: TryTemplate,
): Promise<TestMail> {
  const { event } = template;
  const userId = requireAccountId(actor);
  const errors = faultsByField(templateFaults(tried.template, event.placeholders));
  const [first] = Object.values(errors);
  if (first !== undefined) throw problem(422, 'templates.faulty', 'Not sent', `${first}.`, { errors });
  const message = await triedMessage(services, actor, template, tried);
  return services.engine.transaction(async (tx) => {
    // Locked, so that concurrent tests are all counted.
    const account = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    const address = account?.email ?? null;
    if (address === null)
      throw problem(409, 'templates.no-address', 'Not sent', 'Your account has no email address to send a test to.');
    await queueTestMail(services, tx, { userId, address }, event, message);
    return { address, isSent: services.mail !== null };
  });
}

async function triedMessage(
  services: RowServices,
  actor: Actor,
  { event, audience }: Template,
  { template: { subject, body }, messageId }: TryTemplate,
): Promise<WrittenMessage> {
  const { clock, model } = services;
  const storedMessage =
    messageId === null ? null : await readStoredMessage(services, actor, { event, audience }, messageId);
  const examples = exampleValues(event.placeholders, clock.instant());
  const clean = { subject, body: cleanHtml(body) };
  const notice = renderedNotice(model, event, clean, { values: storedMessage?.values ?? examples });
  const reader = storedMessage?.readerName ?? String(examples['recipientName']);
  return { ...messageFor(notice, reader, model.site.timezone), about: storedMessage?.about ?? null };
}

/** 404 also for messages that the caller may not see. */
async function readStoredMessage(
  services: RowServices,
  actor: Actor,
  template: Pick<Template, 'event' | 'audience'>,
  id: number,
): Promise<StoredMessage> {
  const row = await messagesOfEvent(services, template).where('m.id', '=', id).executeTakeFirst();
  if (row === undefined || !(await visibleMessages(services, actor, [row])).has(id))
    throw problem(
      404,
      'templates.no-message',
      'Not found',
      'This message does not exist, or you do not have access to it.',
    );
  const { aboutTitle: title, aboutPath: path, values } = row;
  const [reader = ''] = (await recipientsByMessage(services, [id])).get(id) ?? [];
  return {
    id,
    values: values as PlaceholderValues | null,
    about: title === null || path === null ? null : { title, path },
    readerName: reader,
  };
}

function messagesOfEvent({ db }: Needs<'db'>, { event, audience }: Pick<Template, 'event' | 'audience'>) {
  return db
    .selectFrom('messages as m')
    .select(['m.id', 'm.createdAt', 'm.subject', 'm.values', 'm.authorId', 'm.about', 'm.aboutId'])
    .select(['m.aboutTitle', 'm.aboutPath'])
    .where('m.event', '=', event.key)
    .where('m.audience', '=', audience)
    .where('m.values', 'is not', null);
}

interface Concerning {
  id: number;
  authorId: number | null;
  about: string | null;
  aboutId: number | null;
}

/** Messages that the caller has got or written, and those about records that the caller can read. */
async function visibleMessages(services: RowServices, actor: Actor, rows: readonly Concerning[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const received = await services.db
    .selectFrom('messageRecipients')
    .select('messageId')
    .where('userId', '=', actor.id ?? 0)
    .where(
      'messageId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const visible = new Set([
    ...received.map(({ messageId }) => messageId),
    ...rows.filter(({ authorId }) => authorId !== null && authorId === actor.id).map(({ id }) => id),
  ]);
  for (const resource of new Set(rows.flatMap(({ about }) => about ?? []))) {
    const about = rows.filter((row) => row.about === resource && row.aboutId !== null);
    const readable = await readableIds(services, actor, resource, [
      ...new Set(about.map(({ aboutId }) => aboutId ?? 0)),
    ]);
    for (const { id, aboutId } of about) if (readable.has(aboutId)) visible.add(id);
  }
  return visible;
}

async function readableIds(
  { engine }: Needs<'engine'>,
  actor: Actor,
  resource: string,
  ids: number[],
): Promise<Set<unknown>> {
  try {
    const { rows } = await engine.list(actor, resource, { filter: { id: ids }, range: [0, ids.length] });
    return new Set(rows.map((row) => row['id']));
  } catch (error) {
    // Not granted, or no longer declared.
    if (error instanceof ProblemError) return new Set();
    throw error;
  }
}

/** Of each message, some of those that it reached. */
async function recipientsByMessage({ db }: Needs<'db'>, ids: readonly number[]): Promise<Map<number, string[]>> {
  const readers = new Map<number, string[]>();
  if (ids.length === 0) return readers;
  const rows = await db
    .selectFrom('messages as m')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('messageRecipients as r')
          .innerJoin('users as u', 'u.id', 'r.userId')
          .select('u.displayName as name')
          .whereRef('r.messageId', '=', 'm.id')
          .orderBy('r.id')
          .limit(NAMED)
          .as('reader'),
      (join) => join.onTrue(),
    )
    .select(['m.id', 'reader.name'])
    .where('m.id', 'in', ids)
    .execute();
  for (const { id, name } of rows) readers.set(id, [...(readers.get(id) ?? []), name]);
  return readers;
}
