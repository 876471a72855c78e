import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Field } from '../../../../domain/declarations/model.ts';
import { DONE, STATUSES } from '../../../../domain/requests/workflow.ts';
import type { Filter } from '../../engine/filterModel.ts';
import { namedAddress, type ListAddress } from '../../list/listAddress.ts';

/** Shorter titles than the resource's, since every row of this list is a request. */
const TITLES: Readonly<Record<string, string>> = { id: 'Request', statusSince: 'In this status' };

/** The submissions resource adapted for this list: named requests, with a switch for finished ones. */
export function requestsIn(submissions: ClientResource): ClientResource {
  const { config, formSchema, fields } = submissions;
  return {
    ...submissions,
    config: { ...config, label: 'Requests', plural: 'requests', list: { ...config.list, pinned: [...NAMED_FILTERS] } },
    formSchema: { ...formSchema, create: { ...formSchema.create, title: 'Request' } },
    fields: fields
      .filter((field) => field.name !== 'done')
      .map((field) => ({ ...field, title: TITLES[field.name] ?? field.title })),
  };
}

/** The fields with a filter parameter of the specification. */
const NAMED_FILTERS = ['status', 'formGroupId', 'formId', 'assignedToId', 'submittedById'] as const;

/** The address parameters that the specification defines for the list of requests. */
export function requestsAddress(requests: ClientResource): ListAddress {
  return namedAddress(requests, {
    filters: NAMED_FILTERS,
    sort: 'sortBy',
    order: 'sortOrder',
    perPage: 'itemsPerPage',
  });
}

/** Excludes finished requests, unless the address asks for them or for one of their statuses. */
export function withoutDone(parameters: URLSearchParams): Filter | null {
  const requested = parameters.getAll('status').flatMap((text) => text.split(','));
  const asksForDone = STATUSES.some((status) => DONE.includes(status) && requested.includes(status));
  return parameters.get('showDone') === 'true' || asksForDone ? null : { done: false };
}

/** The columns named in the address; "form" is accepted for "formId". Null when none of them exists. */
export function columnsIn(parameters: URLSearchParams, fields: readonly Field[]): string[] | null {
  const words = parameters.getAll('columns').flatMap((text) => text.split(','));
  const names = words.flatMap((word) => fields.find(({ name }) => name === word || name === `${word}Id`)?.name ?? []);
  return names.length > 0 ? [...new Set(names)] : null;
}
