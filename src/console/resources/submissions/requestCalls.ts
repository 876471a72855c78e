import type {
  Assign,
  ChangeStatuses,
  CommonTransitions,
  Person,
  SubmissionSummary,
} from '../../../../domain/request-calls.ts';
import type { AllowedTransition } from '../../../../domain/workflow.ts';
import { api, apiResponse } from '../../../app/api.ts';

/** The calls of domain/request-calls.ts as the people who process requests make them. All throw ApiError. */

export interface Named {
  id: number;
  title: string;
}
export interface NamedForm extends Named {
  groupId: number | null;
}

const ALL_BY_TITLE = `range=${encodeURIComponent('[0,999]')}&sort=${encodeURIComponent('["title","ASC"]')}`;

export function listGroups(): Promise<Named[]> {
  return api(`/api/formGroups?${ALL_BY_TITLE}`);
}

export function listForms(): Promise<NamedForm[]> {
  return api(`/api/forms?${ALL_BY_TITLE}`);
}

export function listStaff(): Promise<Person[]> {
  return api('/api/requests/staff');
}

interface Account {
  id: number;
  displayName: string;
  username: string;
}

export async function findPeople(words: string): Promise<Person[]> {
  const query = new URLSearchParams({ filter: JSON.stringify(words === '' ? {} : { q: words }), range: '[0,19]' });
  return (await api<Account[]>(`/api/users?${query}`)).map(personOf);
}

export async function person(id: number): Promise<Person> {
  return personOf(await api<Account>(`/api/users/${id}`));
}

function personOf({ id, displayName, username }: Account): Person {
  return { id, name: displayName, username };
}

export interface PageOfSubmissions {
  rows: SubmissionSummary[];
  total: number;
}

export async function listSubmissions(query: {
  filter: object;
  sort: [string, string];
  range: [number, number];
}): Promise<PageOfSubmissions> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
  const response = await apiResponse(`/api/requests/submissions?${parameters}`);
  const rows = (await response.json()) as SubmissionSummary[];
  return { rows, total: Number(response.headers.get('content-range')?.split('/')[1] ?? rows.length) };
}

export async function transitionsOf(ids: readonly number[]): Promise<AllowedTransition[]> {
  return (await api<CommonTransitions>(`/api/requests/transitions?ids=${ids.join(',')}`)).transitions;
}

export function changeStatuses(body: ChangeStatuses): Promise<{ changed: number }> {
  return api('/api/requests/submissions/status', { method: 'POST', json: body });
}

export function assign(body: Assign): Promise<{ changed: number }> {
  return api('/api/requests/submissions/assign', { method: 'POST', json: body });
}
