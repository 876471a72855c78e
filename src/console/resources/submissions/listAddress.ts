import type { ClientResource } from '../../../../domain/client-model.ts';
import type { Field } from '../../../../domain/model.ts';
import { DONE, STATUSES } from '../../../../domain/workflow.ts';
import type { Filter } from '../../list/filterModel.ts';
import { namedAddress, type ListAddress } from '../../list/listAddress.ts';

/** Titles that say less than the resource's own, because all of the list's rows are requests. */
const TITLES: Readonly<Record<string, string>> = { id: 'Request', statusSince: 'In this status' };

/** Submissions as those who work on them list them: as requests, those that are done by a switch of their own. */
export function requestsIn(submissions: ClientResource): ClientResource {
  const { config, formSchema, fields } = submissions;
  return {
    ...submissions,
    config: { ...config, label: 'Requests', plural: 'requests' },
    formSchema: { ...formSchema, create: { ...formSchema.create, title: 'Request' } },
    fields: fields
      .filter((field) => field.name !== 'done')
      .map((field) => ({ ...field, title: TITLES[field.name] ?? field.title })),
  };
}

/** Fields of the list whose filter the address names, as the specification has them. */
export const NAMED_FILTERS = ['status', 'formGroupId', 'formId', 'assignedToId', 'submittedById'] as const;

/** The parameters of the specification's list of requests. */
export function requestsAddress(requests: ClientResource): ListAddress {
  return namedAddress(requests, {
    filters: NAMED_FILTERS,
    sort: 'sortBy',
    order: 'sortOrder',
    perPage: 'itemsPerPage',
  });
}

/** What is done is left out, unless it or one of its statuses is asked for. */
export function withoutDone(parameters: URLSearchParams): Filter | null {
  const asked = parameters.getAll('status').flatMap((text) => text.split(','));
  const asksForDone = STATUSES.some((status) => DONE.includes(status) && asked.includes(status));
  return parameters.get('showDone') === 'true' || asksForDone ? null : { done: false };
}

/** The columns that the address names; "form" is as good as "formId". Null: it names none that there are. */
export function columnsIn(parameters: URLSearchParams, fields: readonly Field[]): string[] | null {
  const words = parameters.getAll('columns').flatMap((text) => text.split(','));
  const names = words.flatMap((word) => fields.find(({ name }) => name === word || name === `${word}Id`)?.name ?? []);
  return names.length > 0 ? [...new Set(names)] : null;
}
