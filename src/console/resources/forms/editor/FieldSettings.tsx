import { useMemo, useState } from 'react';
import { useModel } from '../../../../app/useModel.ts';
import type { FormData } from '../../../../forms/formServices.ts';
import { SchemaForm } from '../../../../forms/SchemaForm.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { changeField, renameField, setOptions, setRequired, type FieldOption } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { fieldChange, settingsData, settingsFaults, settingsSchema } from './fieldSettings.ts';
import { nameFor } from './names.ts';
import { ShowIfSettings } from './ShowIfSettings.tsx';
import { useTrialServices } from './useTrialServices.ts';
import styles from './settings.module.css';

/** All settings of a field. Input is applied immediately; faults are shown next to their settings. */
export function FieldSettings(props: SettingsProps) {
  const { name, field, editor, faults, isNew, published } = props;
  const { schema, edit } = editor;
  const { timezone, uploadMegabytes } = useModel().site;
  const services = useTrialServices();
  const form = useMemo(() => settingsSchema(field, uploadMegabytes), [field, uploadMegabytes]);
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
      <Field
        label="Name in the data"
        help={isNew ? 'Follows the label until it is published.' : 'It is published, so it cannot change.'}
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
