import { useEffect, useState } from 'react';
import type { DoorList } from '../../../../domain/calls/door.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { DOOR } from '../../../app/session/deviceCopy.ts';
import { useDelayed } from '../../../ui/useDelayed.ts';
import { keepPage } from '../../offline/keepPage.ts';
import { isTemporary, useLive, doorListQuery } from '../doorQueries.ts';
import { deleteStoredList, storeList, readStoredList } from './storedLists.ts';

/** Milliseconds after which a line that does not answer counts as none. */
const PATIENCE = 2_000;
const MINUTE = 60_000;

export interface ShownList {
  list: DoorList | undefined;
  /** When the list was answered, in epoch milliseconds, where it is not the server's current one; null otherwise. */
  outdatedSince: number | null;
  error: Error | null;
  retry: () => void;
}

/** A session's list; without a connection the last one that this browser has stored, also after a reload. */
export function useStoredDoorList(id: number): ShownList {
  const { data, dataUpdatedAt, error, failureReason, refetch } = useLive(doorListQuery(id));
  const [stored] = useState(() => readStoredList(id));
  const isSlow = useDelayed(PATIENCE);
  const retry = (): void => void refetch();
  const minute = Math.floor(dataUpdatedAt / MINUTE);
  useEffect(() => {
    // An answer like the last one is written once a minute.
    if (data !== undefined && storeList(data, minute * MINUTE)) void keepPage(DOOR, `${DOOR.page}/${id}`);
  }, [id, data, minute]);
  useEffect(() => {
    if (error instanceof ApiError && [403, 404].includes(error.status)) deleteStoredList(id);
  }, [id, error]);

  if (error !== null && !isTemporary(error)) return { list: undefined, outdatedSince: null, error, retry };
  if (data !== undefined)
    return { list: data, outdatedSince: error === null ? null : dataUpdatedAt, error: null, retry };
  if (stored !== undefined && (isSlow || failureReason !== null))
    return { list: stored.list, outdatedSince: stored.at, error: null, retry };
  return { list: undefined, outdatedSince: null, error, retry };
}
