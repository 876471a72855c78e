import { useMemo } from 'react';
import { describeFormChanges } from '../../../../../domain/requests/form-changes.ts';
import type { Form } from '../../../../../domain/generated/resources.ts';
import { EMPTY_FORM } from '../../../../../domain/requests/request-form.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import type { DraftConflict } from '../../../editing/ConflictDialog.tsx';
import { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { readRow, saveRow } from '../../../../app/rows.ts';
import { formFaults } from './fieldFaults.ts';
import styles from './editor.module.css';

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
  return { ...editing, form, schema, faults };
}

export type FormEditor = ReturnType<typeof useFormEditor>;

export function formConflict({ schema, takeTheirs, keepMine }: FormEditor, theirs: EditedForm): DraftConflict {
  const { version, updatedAt, draftSchema } = theirs;
  const content = draftSchema ?? EMPTY_FORM;
  return {
    version,
    savedBy: null,
    savedAt: updatedAt,
    parts: [{ key: 'form', differences: formChanges(content, schema) }],
    note: 'If you use theirs, Undo restores yours. If you keep yours, it replaces theirs.',
    onResolve: (sides) => (sides.get('form') === 'theirs' ? takeTheirs(content, version) : keepMine(version)),
  };
}

/** The differences between two versions of a form, field by field; null: none. */
export function formChanges(before: RequestFormSchema, after: RequestFormSchema) {
  const changes = describeFormChanges(before, after);
  return changes.length === 0 ? null : (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}

export async function versionSchema(id: number): Promise<RequestFormSchema> {
  return (await readRow('formVersions', id)).schema as unknown as RequestFormSchema;
}
