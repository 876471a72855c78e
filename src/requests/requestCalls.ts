import { callApi, callPath } from '../app/callApi.ts';
import { api, apiResponse } from '../app/api.ts';
import type {
  Draft,
  SaveDraft,
  OpenForm,
  Resubmit,
  Submit,
  SubmissionDetail,
  SubmissionSummary,
} from '../../domain/calls/requests.ts';
import type { CostType } from '../../domain/requests/request-form.ts';
import { CORRECTED_HEADER } from '../../domain/values/constants.ts';

export interface FormGroup {
  id: number;
  name: string;
  title: string;
  description: string | null;
  order: number;
}

export interface FormSummary {
  id: number;
  name: string;
  title: string;
  description: string | null;
  groupId: number | null;
  costType: CostType;
  opensAt: string | null;
  closesAt: string | null;
  /** It is asked at sign-up, and takes no requests. */
  forEvents?: boolean;
}

const ALL_IN_ORDER = `range=${encodeURIComponent('[0,999]')}&sort=${encodeURIComponent('["order","ASC"]')}`;

export function listGroups(): Promise<FormGroup[]> {
  return api(`/api/formGroups?${ALL_IN_ORDER}`);
}

export function listForms(): Promise<FormSummary[]> {
  return api(`/api/forms?${ALL_IN_ORDER}`);
}

export interface FormAddress {
  formName: string;
  groupName?: string | undefined;
  submissionId?: number | undefined;
}

const queryOf = ({ formName: form, groupName: group, submissionId: submission }: FormAddress) => ({
  query: { form, group, submission },
});

export function openForm(address: FormAddress): Promise<OpenForm> {
  return callApi('GET /api/requests/form', queryOf(address));
}

export function openFormUrl(address: FormAddress): string {
  return callPath('GET /api/requests/form', queryOf(address));
}

export interface DraftAddress {
  userName: string;
  formId: number;
  submissionId?: number | undefined;
}

/** Prevents storing data for an account that has logged in meanwhile in another tab. */
export function accountHeader(userName: string): Record<string, string> {
  return { 'x-account': encodeURIComponent(userName) };
}

export function saveDraft(
  { userName, formId, submissionId }: DraftAddress,
  body: SaveDraft,
  options: { keepalive?: boolean } = {},
): Promise<Draft> {
  return callApi('PUT /api/requests/drafts/:formId', {
    params: { formId },
    query: { submission: submissionId },
    body,
    headers: accountHeader(userName),
    ...options,
  });
}

export async function discardDraft({ userName, formId, submissionId }: DraftAddress): Promise<void> {
  await callApi('DELETE /api/requests/drafts/:formId', {
    params: { formId },
    query: { submission: submissionId },
    headers: accountHeader(userName),
  });
}

export function submitRequest(userName: string, body: Submit, idempotencyKey: string): Promise<SubmissionDetail> {
  return callApi('POST /api/requests/submissions', { body, headers: accountHeader(userName), key: idempotencyKey });
}

export function resubmitRequest(userName: string, id: number, body: Resubmit): Promise<SubmissionDetail> {
  const headers = accountHeader(userName);
  return callApi('POST /api/requests/submissions/:id/resubmit', { params: { id }, body, headers });
}

export function readSubmission(id: number, role: string | undefined): Promise<SubmissionDetail> {
  return callApi('GET /api/requests/submissions/:id', { params: { id }, query: { role } });
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface FoundRequests extends Page<SubmissionSummary> {
  /** The words that were searched for instead. */
  corrected?: string;
}

export interface ListOptions {
  filter: object;
  sort: [field: string, order: 'ASC' | 'DESC'];
  page: number;
  pageSize: number;
}

export async function listSubmissions({ filter, sort, page, pageSize }: ListOptions): Promise<FoundRequests> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: JSON.stringify([(page - 1) * pageSize, page * pageSize - 1]),
  });
  const response = await apiResponse(`/api/requests/submissions?${query}`);
  const rows = (await response.json()) as SubmissionSummary[];
  const corrected = response.headers.get(CORRECTED_HEADER);
  return {
    rows,
    total: Number(response.headers.get('content-range')?.split('/')[1] ?? rows.length),
    ...(corrected === null ? {} : { corrected: decodeURIComponent(corrected) }),
  };
}

/** The account with this user name, if the caller's permissions show it. */
export async function accountId(username: string): Promise<number | undefined> {
  const filter = encodeURIComponent(JSON.stringify({ username }));
  const [account] = await api<{ id: number }[]>(`/api/users?filter=${filter}`);
  return account?.id;
}
