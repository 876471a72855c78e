import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RequestField } from '../../../../../domain/requests/request-form.ts';
import { readRows } from '../../../../app/rows.ts';
import { useModel } from '../../../../app/useModel.ts';
import type { FormData } from '../../../../forms/shared/formServices.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { AnswerRules } from './AnswerRules.tsx';
import { changeField, renameField, setOptions, setRequired, type FieldOption } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { fieldChange, settingsData, settingsFaults, settingsSchema, type SettingsContext } from './fieldSettings.ts';
import { nameFor } from './names.ts';
import { ShowIfSettings } from './ShowIfSettings.tsx';
import { useTrialServices } from './useTrialServices.ts';
import styles from './settings.module.css';

/** All settings of a field. Input is applied immediately; faults are shown next to their settings. */
export function FieldSettings(props: SettingsProps) {
  const { name, field, editor, faults, isNew, published } = props;
  const { schema, edit } = editor;
  const { timezone } = useModel().site;
  const services = useTrialServices();
  const context = useSettingsContext(props);
  const form = useMemo(() => settingsSchema(field, context), [field, context]);
  const errors = useMemo(() => settingsFaults(faults), [faults]);
  const [data, setTyped] = useTypedSettings(props, form);
  const change = (next: FormData, setting: string) => {
    setTyped(setting === 'options' ? null : next);
    edit(changed(next, setting), `${name}/${setting}`);
  };
  const changed = (next: FormData, setting: string) => {
    if (setting === 'required') return setRequired(schema, name, next['required'] === true);
    if (setting === 'options')
      return setOptions(schema, name, (next['options'] ?? []) as Partial<FieldOption>[], published?.enum ?? []);
    return changeField(schema, name, fieldChange(next, form));
  };
  return (
    <div className={styles.settings}>
      <div onBlur={({ target }) => isNew && target.id.endsWith('_title') && nameAfterLabel(props)}>
        <SchemaForm
          schema={form}
          validatorUrl={null}
          data={data}
          onChange={change}
          onSubmit={() => undefined}
          serverErrors={errors}
          isRefusalShown
          hasSummary={false}
          services={services}
          timezone={timezone}
        />
      </div>
      <ShowIfSettings {...props} />
      {field['x-field'] !== 'DisplayOnly' && <AnswerRules {...props} />}
      <Field
        label="Field name"
        help={
          isNew ? 'Follows the label until the form is published.' : 'It cannot change because the field is published.'
        }
      >
        {(ids) => (
          <output className={styles.name} id={ids.id}>
            {name}
          </output>
        )}
      </Field>
    </div>
  );
}

function useSettingsContext({ field, index, editor: { schema } }: SettingsProps): SettingsContext {
  const { uploadMegabytes } = useModel().site;
  const { data: rows } = useQuery({
    queryKey: ['locations', 'names'],
    queryFn: ({ signal }) => readRows('locations', { sort: 'displayName' }, signal),
    enabled: isDate(field),
  });
  return useMemo(() => {
    const dates = schema['x-order'].slice(0, index).flatMap((name) => {
      const earlier = schema.properties[name];
      return earlier && isDate(earlier) ? [{ name, title: earlier.title }] : [];
    });
    const places = (rows ?? []).map(({ id, displayName }) => ({ id, title: displayName ?? String(id) }));
    return { uploadMegabytes, dates, places };
  }, [uploadMegabytes, schema, index, rows]);
}

function isDate({ 'x-field': type }: RequestField): boolean {
  return type === 'Date' || type === 'DateTime';
}

/** Keeps the raw input, such as an empty list entry, while it means the same as the field. */
function useTypedSettings({ name, field, editor: { schema } }: SettingsProps, form: ReturnType<typeof settingsSchema>) {
  const [typed, setTyped] = useState<FormData | null>(null);
  const isRequired = schema.required.includes(name);
  const data = useMemo(() => {
    const stored = settingsData(field, isRequired);
    const isSame = (one: FormData) => JSON.stringify([fieldChange(one, form), one['required'] === true]);
    return typed !== null && isSame(typed) === isSame(stored) ? typed : stored;
  }, [typed, field, isRequired, form]);
  return [data, setTyped] as const;
}

/** The price calculation requires these names. */
const FIXED = new Set(['cost', 'width', 'height', 'quantity']);

/** The name of an unpublished field follows its label. */
function nameAfterLabel({ name, field, editor: { schema, edit }, onRenamed }: SettingsProps): void {
  if (FIXED.has(name) || field.title.trim() === '') return;
  const others = schema['x-order'].filter((other) => other !== name);
  const wanted = nameFor(field.title, others);
  if (wanted === name) return;
  edit(renameField(schema, name, wanted), `${name}/title`);
  onRenamed(wanted);
}
