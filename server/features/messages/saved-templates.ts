import { cutHtml } from './html-cut.ts';
import {
  placeholderNames,
  renderTemplate,
  type MessageTemplate,
  type PlaceholderValues,
  type RenderedMessage,
} from '../../../domain/messages/message-template.ts';
import { templateFaults } from '../../declarations/message-template-faults.ts';
import type { MessageEvent } from '../../../domain/messages/messages.ts';
import type { Model } from '../../../domain/declarations/model.ts';
import { prepared, type Db } from '../../platform/database.ts';

/** Characters of a message: a longer value is shortened. */
const LONGEST = 60_000;

export interface UsedTemplate extends MessageTemplate {
  version: number | null;
}

/**
 * The template of an event for an audience: the last one that staff have saved, else the shipped one. Also the latter
 * if a changed declaration has made the saved one invalid: a template never holds back a message. Read in the
 * transaction of the event, so that all processes use the same.
 */
export async function usedTemplate(db: Db, event: MessageEvent, audience: string): Promise<UsedTemplate> {
  const shipped = event.templates[audience];
  if (shipped === undefined) throw new Error(`The event "${event.key}" has no template for "${audience}"`);
  const saved = await lastSaved(db, event.key, audience);
  if (saved === undefined || saved.subject === null || saved.body === null) return { ...shipped, version: null };
  const { number, subject, body } = saved;
  const isSound = templateFaults({ subject, body }, event.placeholders).length === 0;
  return isSound ? { subject, body, version: number } : { ...shipped, version: null };
}

/** The last version that staff have saved. */
export async function lastSaved(db: Db, event: string, audience: string) {
  const query = db.selectFrom('messageTemplates').select(['number', 'subject', 'body']).where('event', '=', event);
  const [saved] = await prepared(db, query.where('audience', '=', audience).orderBy('number', 'desc').limit(1));
  return saved;
}

/** Without the reader's name. */
export function renderedNotice(
  { site }: Model,
  event: MessageEvent,
  template: MessageTemplate,
  { values, zone = site.timezone }: { values: PlaceholderValues; zone?: string | undefined },
): RenderedMessage {
  const { recipientName: _later, ...placeholders } = event.placeholders;
  const context = { placeholders, zone, origin: '', isFilledLater: true };
  const added = Object.entries(placeholders).filter(([name, { isAdded }]) => isAdded && !names(template, name));
  const body = [template.body, ...added.map(([name]) => `<p>{${name}}</p>`)].join('');
  const { subject, html } = renderTemplate({ ...template, body }, { ...values, siteName: site.productName }, context);
  return { subject, html: cutHtml(html, LONGEST).html };
}

function names({ body }: MessageTemplate, placeholder: string): boolean {
  return placeholderNames(body).includes(placeholder);
}
