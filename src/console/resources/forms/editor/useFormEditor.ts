import { useMemo } from 'react';
import { EMPTY_FORM } from '../../../../../domain/requests/request-form.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { save } from '../formCalls.ts';
import type { EditedForm } from '../formCalls.ts';
import { formFaults } from './fieldFaults.ts';

/** The editing state of a form: its undo history, faults and save state. */
export function useFormEditor(form: EditedForm) {
  const editing = useDraftEditing<RequestFormSchema, EditedForm, number>({
    content: form.draftSchema ?? EMPTY_FORM,
    version: form.version,
    save: (draftSchema, version) => save<EditedForm>('forms', { id: form.id, version }, { draftSchema }),
    isSound: (schema) => !formFaults(schema, form.costType).blocksSaving,
  });
  const { content: schema } = editing;
  const faults = useMemo(() => formFaults(schema, form.costType), [schema, form.costType]);
  return {
    ...editing,
    form,
    schema,
    faults,
    takeTheirs: (theirs: EditedForm) => editing.takeTheirs(theirs.draftSchema ?? EMPTY_FORM, theirs.version),
    keepMine: (theirs: EditedForm) => editing.keepMine(theirs.version),
  };
}

export type FormEditor = ReturnType<typeof useFormEditor>;
