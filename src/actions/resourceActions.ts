import { formatCount } from '../../domain/values/formats.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ActionAnswer } from '../../domain/calls/action-parts.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import { actionText, type ClientAction } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { callApi, readCall } from '../app/callApi.ts';
import { refreshResource } from '../app/refreshResource.ts';
import { showResult } from './ActionResult.tsx';
import { RetryKey } from '../app/RetryKey.ts';
import { undoChanges } from '../app/undoChanges.ts';
import { showUndoable } from '../ui/showUndoable.ts';
import { showToast } from '../ui/toasts.ts';
import { pluralInside, singularInside } from '../app/resourceNames.ts';
import { startedAction, type Ids, type RecordRow, type StartedAction } from './startedAction.ts';

/** Which actions: those that delete records come after the other buttons of a page. */
export interface ActionPart {
  part?: 'deletions' | 'others' | undefined;
}

/** The actions at this place that can be run with some of the records, each with those. `rows`: the records, where they are shown. */
export function useAvailableActions(
  { name, actions }: ClientResource,
  placement: ClientAction['placement'][number],
  ids: Ids,
  rows: readonly RecordRow[],
  { part }: ActionPart = {},
): StartedAction[] {
  const placed = actions.filter(
    (action) =>
      action.placement.includes(placement) &&
      (part === undefined || (part === 'deletions') === (action.replaces === 'delete')),
  );
  const versions = rows.filter(({ id }) => ids.includes(id)).map(({ version }) => version);
  const { data, isPlaceholderData } = useQuery({
    queryKey: [name, 'actions', ids, versions],
    queryFn: ({ signal }) =>
      readCall('GET /api/:resource/actions', {
        params: { resource: name },
        query: { ids: JSON.stringify(ids) },
        signal,
      }),
    enabled: placed.length > 0 && ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  // The one button that deletes is there from the start, so that the page does not move when the others appear.
  const isAssumed = data === undefined && part === 'deletions' && placed.length === 1;
  // Until the answer for a larger selection arrives, an action is for all of it: the server leaves out what it cannot be run with.
  const isGrowing = isPlaceholderData && placement === 'bulk';
  return placed.flatMap((action) => {
    const answered = data?.[action.name] ?? [];
    const isForAll = isAssumed || (isGrowing && answered.length > 0);
    const open = isForAll ? ids : answered.filter((id) => ids.includes(id));
    return open.length === 0 ? [] : [startedAction(action, open, rows)];
  });
}

export function hasRowActions({ actions }: ClientResource): boolean {
  return actions.some(({ placement }) => placement.includes('row'));
}

function planQuery({ name }: ClientResource, { action, ids, inputs: given }: StartedAction, entered: Row = {}) {
  const inputs = { ...given, ...entered };
  return queryOptions({
    // Not below the resource's name: running the action invalidates that, and the records have left the plan.
    queryKey: ['action plan', name, action.name, ids, inputs],
    queryFn: ({ signal }) =>
      callApi('POST /api/:resource/actions/:action/plan', {
        params: { resource: name, action: action.name },
        body: { ids: [...ids], inputs },
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

/** `values`: what has been entered. */
export function useActionPlan(resource: ClientResource, started: StartedAction, values: Row) {
  const { planned = [] } = started.action;
  const entered = Object.fromEntries(planned.flatMap((name) => (name in values ? [[name, values[name]!]] : [])));
  const plan = useQuery({ ...planQuery(resource, started, entered), placeholderData: keepPreviousData });
  return { plan, isReady: plan.data !== undefined && !plan.isPlaceholderData };
}

/** Whether a question comes before the action with these records. Rejects where it is no longer possible. */
export function useAsksBefore(resource: ClientResource) {
  const client = useQueryClient();
  return async (started: StartedAction): Promise<boolean> => {
    const { asks } = started.action;
    if (asks !== 'plan') return asks;
    try {
      return (await client.fetchQuery({ ...planQuery(resource, started), gcTime: 5000, staleTime: 0 })).asks;
    } catch (error) {
      await refreshResource(client, resource.name);
      throw error;
    }
  };
}

/** What a page does when an action has run, or was undone. */
export interface ActionEvents {
  onDone?: ((action: ClientAction) => void) | undefined;
  onUndone?: (() => void) | undefined;
  /** Announces what was written, and its undo, instead of the notice. */
  onWritten?: ((changes: readonly RowChange[]) => void) | undefined;
  /** Undoes on the page what the server does not. */
  undo?: (() => void) | undefined;
}

/** What its caller has typed, and the effect that the question has shown. */
interface Confirmed {
  typed?: string | undefined;
  effect?: string | undefined;
}

/** Runs an action, and shows what it did with an undo where there is one. Rejects with the refusal. */
export function useRunAction(resource: ClientResource, { onUndone, onWritten, undo }: ActionEvents = {}) {
  const client = useQueryClient();
  const key = useRef(new RetryKey());
  const refresh = () => refreshResource(client, resource.name);
  return async (
    { action, ids, seen, inputs: given }: StartedAction,
    entered?: object,
    { typed, effect }: Confirmed = {},
  ): Promise<void> => {
    const inputs = given || entered ? ({ ...given, ...entered } as Row) : undefined;
    const params = { resource: resource.name, action: action.name };
    const body = {
      ids: [...ids],
      ...(seen && { seen }),
      ...(inputs && { inputs }),
      ...(typed !== undefined && { typed }),
      ...(effect !== undefined && { effect }),
    };
    const answer = await key.current
      .send({ ...params, ...body }, (idempotencyKey) =>
        callApi('POST /api/:resource/actions/:action', { params, body, key: idempotencyKey }),
      )
      .finally(() => (action.refreshes ? client.invalidateQueries() : refresh()));
    const done = doneText(resource, action, answer, ids.length - answer.ids.length);
    if (answer.shown) showResult(answer.shown);
    if (onWritten) onWritten(answer.changes);
    else if (answer.changes.length === 0) showToast(done, undo && { action: { label: 'Undo', onSelect: undo } });
    else
      showUndoable(
        done,
        async () => {
          await undoChanges(answer.changes).finally(refresh);
          onUndone?.();
        },
        action.undoSeconds && action.undoSeconds * 1000,
      );
  };
}

function doneText(
  resource: ClientResource,
  { label }: ClientAction,
  { ids, done }: ActionAnswer,
  left: number,
): string {
  const text =
    done ??
    `${actionText(label, ids.length)}: ${formatCount(ids.length, singularInside(resource), pluralInside(resource))}`;
  const skipped = `Skipped because of changes in the meantime: ${formatCount(left, singularInside(resource), pluralInside(resource))}.`;
  return left === 0 ? text : `${text} ${skipped}`;
}
