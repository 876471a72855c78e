import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { isReachable } from '../../app/menuEntries.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { useAccess } from '../../app/useAccess.ts';
import { useModel } from '../../app/useModel.ts';
import { useConsole } from '../engine/consoleContext.ts';
import type { Filter } from '../engine/filterModel.ts';
import { MissingRecord } from '../engine/MissingRecord.tsx';
import { listPath } from '../engine/paths.ts';
import styles from './ListFrame.module.css';
import { useFoundOptions } from './useReferenceOptions.ts';

interface ListedRecordProps {
  resource: ClientResource;
  filter: Filter;
  /** No row matches the filter. */
  isEmpty: boolean;
  children: ReactNode;
}

/**
 * A list whose path contains a record (`:id` in the filter of its route), while it is filtered by it: names the record in the title, and
 * replaces an empty list if there is no such record. Rows of a record that the account cannot see are shown.
 */
export function ListedRecord({ resource, filter, isEmpty, children }: ListedRecordProps) {
  const { reference = '', id } = useRecordInPath(resource, filter);
  const { data: found, isPlaceholderData } = useFoundOptions(reference, id === undefined ? [] : [id]);
  const reach = useAccess();
  const target = useConsole().resourceNamed(reference);
  const name = id === undefined ? undefined : found?.find(({ value }) => String(value) === String(id))?.label;
  // Another filter could be why the list is empty.
  const isOnlyFilter = id !== undefined && Object.keys(filter).length === 1;
  const isMissing = isEmpty && isOnlyFilter && found?.length === 0 && !isPlaceholderData;
  return (
    <>
      {name !== undefined && name !== `#${id}` && <NameInTitle name={name} />}
      {isMissing && target !== undefined ? (
        <div className={styles.frame}>
          <MissingRecord resource={target} list={isReachable(listPath(target), reach) ? target : resource} />
        </div>
      ) : (
        children
      )}
    </>
  );
}

function NameInTitle({ name }: { name: string }) {
  usePageLook({ record: name });
  return null;
}

/** The resource of the record, and its id; no id where the path contains none, or the list is filtered otherwise. */
function useRecordInPath(resource: ClientResource, filter: Filter) {
  const { pathname } = useLocation();
  const match = matchRoute(pathname, useModel().routes);
  const [name] = Object.entries(match?.route.filter ?? {}).find(([, from]) => from.startsWith(':')) ?? [];
  const reference = resource.fields.find((field) => field.name === name)?.reference;
  const id = name === undefined ? undefined : filter[name];
  return { reference, id: reference !== undefined && isId(id) ? id : undefined };
}

function isId(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}
