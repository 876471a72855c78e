import type { CannedReply } from '../../../domain/requests/conversation.ts';
import type { AnswerMessage, InternalNote, SendMessage } from '../../../domain/calls/conversations.ts';
import type { SubmissionDetail } from '../../../domain/calls/requests.ts';
import type { StoredFile } from '../../../domain/calls/files.ts';
import { api } from '../../app/api.ts';
import { uploadFile, type UploadProgress } from '../../app/uploadFile.ts';
import { accountHeader } from '../requestCalls.ts';

/** The API of domain/requests/conversation.ts. All calls throw ApiError. */

interface Caller {
  userName: string;
  /** The Idempotency-Key. */
  key: string;
}

const path = (id: number) => `/api/requests/submissions/${id}`;
const headersOf = ({ userName, key }: Caller) => ({ ...accountHeader(userName), 'idempotency-key': key });

export function sendMessage(id: number, message: SendMessage, by: Caller): Promise<SubmissionDetail> {
  return api(`${path(id)}/messages`, { method: 'POST', json: message, headers: headersOf(by) });
}

export function answerMessage(
  id: number,
  messageId: number,
  answer: AnswerMessage,
  by: Caller,
): Promise<SubmissionDetail> {
  return api(`${path(id)}/messages/${messageId}/answer`, { method: 'POST', json: answer, headers: headersOf(by) });
}

export function withdrawMessage(id: number, messageId: number): Promise<SubmissionDetail> {
  return api(`${path(id)}/messages/${messageId}/withdraw`, { method: 'POST' });
}

export function readNotes(id: number): Promise<InternalNote[]> {
  return api(`${path(id)}/notes`);
}

export function writeNote(id: number, text: string, by: Caller): Promise<InternalNote[]> {
  return api(`${path(id)}/notes`, { method: 'POST', json: { text }, headers: headersOf(by) });
}

const IN_USE = new URLSearchParams({ filter: '{"active":true}', sort: '["order","ASC"]', range: '[0,199]' });

export function listCannedReplies(): Promise<CannedReply[]> {
  return api(`/api/cannedReplies?${IN_USE}`);
}

export function uploadForMessage(id: number, file: File, progress: UploadProgress): Promise<StoredFile> {
  return uploadFile(file, new URLSearchParams({ submission: String(id) }), progress);
}
