import { useQueryClient } from '@tanstack/react-query';
import { useUpdate } from 'ra-core';
import { useState } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { ApiError } from '../../app/ApiError.ts';
import { useCommand } from '../../app/useCommand.ts';
import type { FormData } from '../../forms/shared/formServices.ts';
import { WHOLE } from '../engine/wholeRecord.ts';
import { saveStateOf, type SaveState } from './SaveBar.tsx';
import { changedFields, formDataOf } from '../engine/recordChanges.ts';
import { useRefusalErrors } from './refusal.ts';
import { clock } from '../../ui/clock.ts';

export interface RecordForm {
  /** The record as last read or saved. */
  base: Row;
  data: FormData;
  isDirty: boolean;
  state: SaveState;
  /** The server's messages; a new object for each refusal. */
  refusal: Record<string, unknown> | undefined;
  /** The record as another user saved it, and the data that were to be saved. */
  conflict: { theirs: Row; mine: FormData } | null;
  change: (data: FormData) => void;
  save: (checked: FormData) => Promise<void>;
  resolve: (merged: FormData) => Promise<void>;
  dismissConflict: () => void;
  discard: () => void;
}

/** Sends changed fields only, conditional on the version that was read. A 412 carries the current record. */
export function useRecordForm(resource: ClientResource, record: Row, unsaved: FormData = {}): RecordForm {
  const schema = resource.formSchema.update;
  const [base, setBase] = useState(record);
  const [data, setData] = useState<FormData>(() => ({ ...formDataOf(record, schema), ...unsaved }));
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [conflict, setConflict] = useState<RecordForm['conflict']>(null);
  const update = useRecordUpdate(resource);
  const isDirty = Object.keys(changedFields(formDataOf(base, schema), data)).length > 0;

  const saving = useCommand(async (from: Row, next: FormData) => {
    try {
      const saved = await update(from, changedFields(formDataOf(from, schema), next));
      setBase(saved);
      setData(formDataOf(saved, schema));
      setConflict(null);
      setSavedAt(clock.date());
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412;
      const theirs = isStale ? (error.problem.current as Row | undefined) : undefined;
      setConflict(theirs === undefined ? null : { theirs, mine: next });
      if (theirs === undefined) throw error;
    }
  });
  const refusal = useRefusalErrors(saving.refusal);

  return {
    ...{ base, data, isDirty, refusal, conflict },
    state: saveStateOf({ isSaving: saving.isRunning, isDirty, hasFailed: refusal !== undefined, savedAt }),
    change: setData,
    save: async (checked) => {
      if (isDirty) await saving.run(base, checked);
      else setSavedAt(clock.date());
    },
    resolve: async (merged) => {
      if (!conflict) return;
      setBase(conflict.theirs);
      setData(merged);
      await saving.run(conflict.theirs, merged);
    },
    dismissConflict: () => setConflict(null),
    discard: () => {
      setData(formDataOf(base, schema));
      saving.reset();
    },
  };
}

function useRecordUpdate({ name }: ClientResource) {
  const client = useQueryClient();
  const [update] = useUpdate();
  return async (from: Row, changes: FormData): Promise<Row> => {
    const id = from['id'] as string | number;
    const previousData = from as Row & { id: string | number };
    const saved = (await update(
      name,
      { id, data: changes, previousData, meta: { ...WHOLE, version: from['version'] } },
      { mutationMode: 'pessimistic', returnPromise: true },
    )) as Row;
    client.setQueryData([name, 'getOne', { id: String(id), meta: WHOLE }], saved);
    void client.invalidateQueries({ queryKey: [name, 'history', String(id)] });
    return saved;
  };
}
