import type { CannedReply } from '../../../domain/requests/conversation.ts';
import type { SendMessage } from '../../../domain/calls/conversations.ts';
import type { SubmissionDetail } from '../../../domain/calls/requests.ts';
import { api } from '../../app/api.ts';
import { callApi } from '../../app/callApi.ts';
import type { Sending } from './useComposer.ts';

export function sendMessage(id: number, body: SendMessage, by: Sending['by']): Promise<SubmissionDetail> {
  return callApi('POST /api/requests/submissions/:id/messages', { params: { id }, body, ...by });
}

const IN_USE = new URLSearchParams({ filter: '{"active":true}', sort: '["order","ASC"]', range: '[0,199]' });

export function listCannedReplies(): Promise<CannedReply[]> {
  return api(`/api/cannedReplies?${IN_USE}`);
}
