import type { Actor } from '../../../domain/declarations/actor.ts';
import type { MessageTemplate } from '../../../domain/messages/message-template.ts';
import type { TemplateDetail, TemplateSummary, TemplateVersion } from '../../../domain/calls/templates.ts';
import { faultsByField, templateFaults } from '../../declarations/message-template-faults.ts';
import type { MessageEvent } from '../../../domain/messages/messages.ts';
import { canAccess } from '../../declarations/permission.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { MailServices, Needs } from '../../services.ts';

const MOST_VERSIONS = 100;

export interface Template {
  event: MessageEvent;
  audience: string;
  shipped: MessageTemplate;
}

interface Saved {
  event: string;
  audience: string;
  number: number;
  template: MessageTemplate | null;
  shipped: MessageTemplate;
  savedAt: string;
  savedBy: string | null;
}

/** 403 without the permission. create: to save one. */
export function requireTemplates(services: Needs<'engine'>, actor: Actor, action: 'read' | 'create'): void {
  if (!isPermitted(services, actor, action))
    throw forbidden(`You cannot ${action === 'read' ? 'see' : 'change'} message templates.`);
}

function isPermitted({ engine: { resolver } }: Needs<'engine'>, actor: Actor, action: 'read' | 'create'): boolean {
  return canAccess(resolver.access(actor, resolver.resource('messageTemplates'), action));
}

export function templateOf({ model }: Needs<'model'>, key: string, audience: string): Template {
  const event = model.messages.events.get(key);
  const shipped =
    event !== undefined && Object.hasOwn(event.templates, audience) ? event.templates[audience] : undefined;
  if (event === undefined || shipped === undefined)
    throw problem(404, 'templates.not-found', 'Not found', 'This template does not exist.');
  return { event, audience, shipped };
}

export async function templateList(services: Needs<'db' | 'model'>): Promise<TemplateSummary[]> {
  const { db, model } = services;
  const last = await savedVersions(db, { lastOnly: true });
  return [...model.messages.events.values()].flatMap((event) =>
    Object.entries(event.templates).map(([audience, shipped]) => {
      const saved = last.find((one) => one.event === event.key && one.audience === audience);
      return templateSummary(services, { event, audience, shipped }, saved);
    }),
  );
}

export async function templateDetail(
  services: MailServices,
  actor: Actor,
  template: Template,
): Promise<TemplateDetail> {
  const { event, audience, shipped } = template;
  const versions = await savedVersions(services.db, { event: event.key, audience });
  const account = await services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.id ?? 0)
    .executeTakeFirst();
  const [last] = versions;
  return {
    ...templateSummary(services, template, last),
    placeholders: { ...event.placeholders },
    current: last?.template ?? shipped,
    shipped,
    shippedThen: last?.template ? last.shipped : null,
    faults: last?.template ? faultsByField(templateFaults(last.template, event.placeholders)) : {},
    versions: versions.map(({ number, template: saved, savedAt, savedBy }): TemplateVersion => ({
      number,
      template: saved,
      savedAt,
      savedBy,
    })),
    canSave: isPermitted(services, actor, 'create'),
    address: account?.email ?? null,
    hasMailServer: services.mail !== null,
  };
}

function templateSummary(
  { model }: Needs<'model'>,
  { event, audience, shipped }: Template,
  saved: Saved | undefined,
): TemplateSummary {
  const text = saved?.template ?? null;
  const isSound = text !== null && templateFaults(text, event.placeholders).length === 0;
  const isShippedNewer =
    text !== null &&
    saved !== undefined &&
    (saved.shipped.subject !== shipped.subject || saved.shipped.body !== shipped.body);
  return {
    event: event.key,
    audience,
    label: event.label,
    category: model.messages.categories.find(({ key }) => key === event.category)?.label ?? event.category,
    subject: isSound ? text.subject : shipped.subject,
    state: text === null ? 'shipped' : isSound ? 'changed' : 'faulty',
    version: saved?.number ?? 0,
    savedAt: saved?.savedAt ?? null,
    savedBy: saved?.savedBy ?? null,
    isShippedNewer,
  };
}

/** Saved templates that are not used, because the declaration of their event no longer allows them: a sentence for each. */
export async function unusedTemplates({ db, model }: Needs<'db' | 'model'>): Promise<string[]> {
  return (await savedVersions(db, { lastOnly: true })).flatMap(({ event: key, audience, template }) => {
    if (template === null) return [];
    const event = model.messages.events.get(key);
    const name = `The saved template of "${key}" for "${audience}"`;
    if (event === undefined || !Object.hasOwn(event.templates, audience))
      return [`${name} belongs to no declared event.`];
    const [fault] = templateFaults(template, event.placeholders);
    return fault === undefined ? [] : [`${name} is invalid, so the default is used: ${fault.field}: ${fault.message}.`];
  });
}

/** The newest first. */
async function savedVersions(
  db: Db,
  { event, audience, lastOnly = false }: { event?: string; audience?: string; lastOnly?: boolean },
): Promise<Saved[]> {
  const rows = await db
    .selectFrom('messageTemplates as t')
    .leftJoin('users as u', 'u.id', 't.savedById')
    .select(['t.event', 't.audience', 't.number', 't.subject', 't.body', 't.shippedSubject', 't.shippedBody'])
    .select(['t.createdAt as savedAt', 'u.displayName as savedBy'])
    .$if(event !== undefined, (query) => query.where('t.event', '=', event ?? ''))
    .$if(audience !== undefined, (query) => query.where('t.audience', '=', audience ?? ''))
    .$if(lastOnly, (query) => query.distinctOn(['t.event', 't.audience']).orderBy('t.event').orderBy('t.audience'))
    .orderBy('t.number', 'desc')
    .$if(!lastOnly, (query) => query.limit(MOST_VERSIONS))
    .execute();
  return rows.map(({ subject, body, shippedSubject, shippedBody, ...row }) => ({
    ...row,
    template: subject === null || body === null ? null : { subject, body },
    shipped: { subject: shippedSubject, body: shippedBody },
  }));
}
