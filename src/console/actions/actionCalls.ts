import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { actionText, type ClientAction } from '../../../domain/declarations/actions.ts';
import type { ActionAnswer, AvailableActions } from '../../../domain/calls/rows.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { callApi, readCall } from '../../app/callApi.ts';
import { refreshResource } from '../../app/refreshResource.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { pluralInside, singularInside } from '../engine/consoleContext.ts';
import { formatCount } from '../values/formats.ts';

export type Id = string | number;
export type Ids = readonly Id[];

const NONE: AvailableActions = {};

/** The actions at this place that can be run with some of the records, each with the ids of those. `version` changes with the records. */
export function useAvailableActions(
  { name, actions }: ClientResource,
  placement: ClientAction['placement'][number],
  ids: Ids,
  version = '',
): { action: ClientAction; ids: Ids }[] {
  const placed = actions.filter((action) => action.placement.includes(placement));
  const { data = NONE } = useQuery({
    queryKey: [name, 'actions', ids, version],
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
  return placed.flatMap((action) => {
    const open = data[action.name]?.filter((id) => ids.includes(id)) ?? [];
    return open.length === 0 ? [] : [{ action, ids: open }];
  });
}

/** Whether the console's own buttons delete its records, rather than an action. */
export function hasDeleteButton({ can, actions }: ClientResource): boolean {
  return can.delete && !actions.some(({ replaces }) => replaces === 'delete');
}

export function hasRowActions({ actions }: ClientResource): boolean {
  return actions.some(({ placement }) => placement.includes('row'));
}

/** The question before the action. */
export function useActionPlan({ name }: ClientResource, action: ClientAction, ids: Ids) {
  return useQuery({
    // Not below the resource's name: running the action invalidates that, and the records have left the plan.
    queryKey: ['action plan', name, action.name, ids],
    queryFn: ({ signal }) =>
      callApi('POST /api/:resource/actions/:action/plan', {
        params: { resource: name, action: action.name },
        body: { ids: [...ids] },
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

/** What a page does when an action has run, or was undone. */
export interface ActionEvents {
  onDone?: ((action: ClientAction) => void) | undefined;
  onUndone?: (() => void) | undefined;
}

/** Runs an action, and shows what it did with an undo where there is one. Rejects with the refusal. */
export function useRunAction(resource: ClientResource, onUndone?: () => void) {
  const client = useQueryClient();
  const key = useRef(new RetryKey());
  const refresh = () => refreshResource(client, resource.name);
  return async (action: ClientAction, ids: Ids, inputs?: object): Promise<void> => {
    const params = { resource: resource.name, action: action.name };
    const body = { ids: [...ids], ...(inputs && { inputs: inputs as Row }) };
    const answer = await key.current
      .send({ ...params, ...body }, (idempotencyKey) =>
        callApi('POST /api/:resource/actions/:action', { params, body, key: idempotencyKey }),
      )
      .finally(refresh);
    const done = doneText(resource, action, answer, ids.length - answer.ids.length);
    if (answer.changes.length === 0) showToast(done);
    else
      showUndoable(done, async () => {
        await undoChanges(answer.changes).finally(refresh);
        onUndone?.();
      });
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
  const skipped = `${formatCount(left, singularInside(resource), pluralInside(resource))} changed in the meantime and stayed as before.`;
  return left === 0 ? text : `${text} ${skipped}`;
}
