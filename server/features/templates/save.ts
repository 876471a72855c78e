import type { Actor } from '../../../domain/declarations/actor.ts';
import { singleLine, type MessageTemplate } from '../../../domain/messages/message-template.ts';
import type { SaveTemplate, TemplateDetail } from '../../../domain/calls/templates.ts';
import { faultsByField, templateFaults } from '../../declarations/message-template-faults.ts';
import { takeLock } from '../../platform/locks.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { cleanHtml } from '../../resources/html.ts';
import type { MailServices } from '../../services.ts';
import { lastSaved } from '../messages/saved-templates.ts';
import { requireTemplates, templateDetail, type Template } from './stored.ts';

/**
 * Saves the next version of a template, which is used from then on. 422 if it cannot be sent, 412 with the
 * current one if another was saved in between.
 */
export async function saveTemplate(
  services: MailServices,
  actor: Actor,
  template: Template,
  { version, template: given }: SaveTemplate,
): Promise<TemplateDetail> {
  requireTemplates(services, actor, 'create');
  const { engine } = services;
  const { event, audience, shipped } = template;
  const text = given === null ? null : soundTemplate(template, given);
  const isStale = await engine.transaction(async (tx) => {
    await takeLock(tx, 'messageTemplates', `${event.key} ${audience}`);
    const last = await lastSaved(tx, event.key, audience);
    const number = last?.number ?? 0;
    if (number !== version) return true;
    if ((last?.subject ?? null) === (text?.subject ?? null) && (last?.body ?? null) === (text?.body ?? null))
      return false;
    await engine.create(
      actor,
      'messageTemplates',
      {
        event: event.key,
        audience,
        number: number + 1,
        subject: text?.subject ?? null,
        body: text?.body ?? null,
        shippedSubject: shipped.subject,
        shippedBody: shipped.body,
        savedById: actor.id,
      },
      { tx, command: true },
    );
    return false;
  });
  const detail = await templateDetail(services, actor, template);
  if (isStale) throw savedMeanwhile(detail);
  return detail;
}

function savedMeanwhile(current: TemplateDetail): ProblemError {
  const message = 'Someone else saved this template in the meantime. Compare both versions and save again.';
  return problem(412, 'templates.changed-meanwhile', 'Not saved', message, { current });
}

function soundTemplate({ event }: Template, { subject, body }: MessageTemplate): MessageTemplate {
  const clean = { subject: singleLine(subject), body: cleanHtml(body) };
  const faults = templateFaults({ subject, body }, event.placeholders);
  // A character reference can hide a brace.
  const errors = faultsByField(faults.length > 0 ? faults : templateFaults(clean, event.placeholders));
  const [first] = Object.values(errors);
  if (first !== undefined) throw problem(422, 'templates.faulty', 'Not saved', `${first}.`, { errors });
  return clean;
}
