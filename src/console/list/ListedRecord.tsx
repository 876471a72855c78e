import { useLocation } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { useModel } from '../../app/useModel.ts';
import type { Filter } from '../engine/filterModel.ts';
import { useReferenceOptions } from './useReferenceOptions.ts';

/** Names the record that the list's path contains (`:id` in the filter of its route) in the title, while the list is filtered by it. */
export function ListedRecord({ resource, filter }: { resource: ClientResource; filter: Filter }) {
  const { pathname } = useLocation();
  const match = matchRoute(pathname, useModel().routes);
  const [name] = Object.entries(match?.route.filter ?? {}).find(([, from]) => from.startsWith(':')) ?? [];
  const reference = resource.fields.find((field) => field.name === name)?.reference;
  const id = name === undefined ? undefined : filter[name];
  if (reference === undefined || (typeof id !== 'number' && typeof id !== 'string')) return null;
  return <NameInTitle reference={reference} id={id} />;
}

function NameInTitle({ reference, id }: { reference: string; id: number | string }) {
  const [option] = useReferenceOptions(reference, [id]);
  const isNamed = option !== undefined && option.label !== `#${id}`;
  usePageLook(isNamed ? { record: option.label } : null);
  return null;
}
