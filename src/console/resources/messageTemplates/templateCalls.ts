import type {
  SaveTemplate,
  SentMessage,
  TemplateDetail,
  TemplatePreview,
  TemplateSummary,
  TestMail,
  TryTemplate,
} from '../../../../domain/message-template-calls.ts';
import { api } from '../../../app/api.ts';

/** API calls of the templates of messages. All throw ApiError. */

export interface TemplateName {
  event: string;
  audience: string;
}

const pathOf = ({ event, audience }: TemplateName): string =>
  `/api/messageEvents/${encodeURIComponent(event)}/${encodeURIComponent(audience)}`;

export function listTemplates(): Promise<TemplateSummary[]> {
  return api('/api/messageEvents');
}

export function readTemplate(name: TemplateName): Promise<TemplateDetail> {
  return api(pathOf(name));
}

export function saveTemplate(name: TemplateName, json: SaveTemplate): Promise<TemplateDetail> {
  return api(`${pathOf(name)}/versions`, { method: 'POST', json });
}

export function sentMessages(name: TemplateName): Promise<SentMessage[]> {
  return api(`${pathOf(name)}/messages`);
}

export function previewTemplate(name: TemplateName, json: TryTemplate, signal: AbortSignal): Promise<TemplatePreview> {
  return api(`${pathOf(name)}/preview`, { method: 'POST', json, signal });
}

export function testTemplate(name: TemplateName, json: TryTemplate): Promise<TestMail> {
  return api(`${pathOf(name)}/test`, { method: 'POST', json });
}
