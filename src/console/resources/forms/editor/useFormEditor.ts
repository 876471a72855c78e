import { useMemo } from 'react';
import type { Form } from '../../../../../domain/generated/resources.ts';
import { EMPTY_FORM } from '../../../../../domain/requests/request-form.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { readRow, saveRow } from '../../../../app/rows.ts';
import { formFaults } from './fieldFaults.ts';

export type EditedForm = Omit<Form, 'draftSchema'> & { draftSchema: RequestFormSchema | null };

/** The editing state of a form: its undo history, faults and save state. */
export function useFormEditor(form: EditedForm) {
  const editing = useDraftEditing<RequestFormSchema, EditedForm, number>({
    content: form.draftSchema ?? EMPTY_FORM,
    version: form.version,
    save: (draftSchema, version) => saveRow('forms', { id: form.id, version }, { draftSchema }) as Promise<EditedForm>,
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

export async function versionSchema(id: number): Promise<RequestFormSchema> {
  return (await readRow('formVersions', id)).schema as unknown as RequestFormSchema;
}
