import { useEffect, useState } from 'react';
import type { DoorList } from '../../../../domain/calls/door.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { DOOR } from '../../../app/deviceCopy.ts';
import { useDelayed } from '../../../ui/useDelayed.ts';
import { keepPage } from '../../offline/keepPage.ts';
import { isTemporary, useLive, doorListQuery } from '../marks/doorQueries.ts';
import { deleteStoredList, storeList, readStoredList } from './storedLists.ts';

/** Milliseconds after which a line that does not answer counts as none. */
const PATIENCE = 2_000;
const MINUTE = 60_000;

export interface ShownList {
  list: DoorList | undefined;
  /** When the list was answered, in epoch milliseconds, where it is not the server's current one; null otherwise. */
  outdatedSince: number | null;
  /** When the server last answered, in epoch milliseconds; 0 if it has not. */
  answeredAt: number;
  error: Error | null;
  retry: () => void;
}

/** A session's list; without a connection the last one that this browser has stored, also after a reload. */
export function useStoredDoorList(id: number): ShownList {
  const { data, dataUpdatedAt: answeredAt, error, failureReason, refetch } = useLive(doorListQuery(id));
  const [stored] = useState(() => readStoredList(id));
  const isSlow = useDelayed(PATIENCE);
  const retry = (): void => void refetch();
  const minute = Math.floor(answeredAt / MINUTE);
  useEffect(() => {
    // An answer like the last one is written once a minute.
    if (data !== undefined && storeList(data, minute * MINUTE)) void keepPage(DOOR, `${DOOR.page}/${id}`);
  }, [id, data, minute]);
  useEffect(() => {
    if (error instanceof ApiError && [403, 404].includes(error.status)) deleteStoredList(id);
  }, [id, error]);

  if (error !== null && !isTemporary(error)) return { list: undefined, outdatedSince: null, answeredAt, error, retry };
  if (data !== undefined)
    return { list: data, outdatedSince: error === null ? null : answeredAt, answeredAt, error: null, retry };
  if (stored !== undefined && (isSlow || failureReason !== null))
    return { list: stored.list, outdatedSince: stored.at, answeredAt, error: null, retry };
  return { list: undefined, outdatedSince: null, answeredAt, error, retry };
}
