import { CheckboxField } from '../../../../ui/CheckboxField.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { TextAreaField, TextField } from '../../../../ui/TextField.tsx';
import { changeField, renameField, setRequired } from './edits.ts';
import type { FieldChange } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { LimitSettings } from './LimitSettings.tsx';
import { nameFor } from './names.ts';
import { OptionSettings } from './OptionSettings.tsx';
import { ShowIfSettings } from './ShowIfSettings.tsx';
import { UploadSettings } from './UploadSettings.tsx';
import styles from './settings.module.css';
import { CodeBoundary } from '../../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../../ui/lazyComponent.tsx';

const RichTextEditor = lazyComponent(() =>
  import('../../../../forms/widgets/RichTextEditor.tsx').then((module) => module.RichTextEditor),
);

/** All settings of a field. Input is applied immediately; faults are shown next to their settings. */
export function FieldSettings(props: SettingsProps) {
  const { name, field, editor, faults, isNew } = props;
  const { schema, edit } = editor;
  const change = (next: FieldChange, input = Object.keys(next)[0]) =>
    edit(changeField(schema, name, next), `${name}/${input}`);
  const isText = field['x-field'] === 'DisplayOnly';
  return (
    <div className={styles.settings}>
      <TextField
        label="Label"
        data-label=""
        maxLength={200}
        error={faults['title']}
        value={field.title}
        onChange={(event) => change({ title: event.target.value })}
        onBlur={() => isNew && nameAfterLabel(props)}
      />
      {isText ? (
        <TextToRead {...props} />
      ) : (
        <TextAreaField
          label="Help"
          optional
          rows={2}
          maxLength={1000}
          error={faults['description']}
          value={field.description ?? ''}
          onChange={(event) => change({ description: event.target.value || undefined })}
        />
      )}
      {!isText && (
        <CheckboxField
          label="Required"
          error={faults['required']}
          checked={schema.required.includes(name)}
          onChange={(event) => edit(setRequired(schema, name, event.target.checked))}
        />
      )}
      {field['x-field'] === 'Select' && <OptionSettings {...props} />}
      {field['x-field'] === 'FileUpload' && <UploadSettings {...props} />}
      <LimitSettings {...props} />
      <ShowIfSettings {...props} />
      <div className={styles.pair}>
        <TextField
          label="Begins a section called"
          optional
          maxLength={200}
          error={faults['x-section']}
          value={field['x-section'] ?? ''}
          onChange={(event) => change({ 'x-section': event.target.value || undefined })}
        />
        <NameSetting {...props} />
      </div>
    </div>
  );
}

/** The name of an unpublished field follows its label, unless the price calculation requires the name. */
const FIXED = new Set(['cost', 'width', 'height', 'quantity']);

function nameAfterLabel({ name, field, editor: { schema, edit }, onRenamed }: SettingsProps): void {
  if (FIXED.has(name) || field.title.trim() === '') return;
  const wanted = nameFor(
    field.title,
    schema['x-order'].filter((other) => other !== name),
  );
  if (wanted === name) return;
  edit(renameField(schema, name, wanted), `${name}/title`);
  onRenamed(wanted);
}

function NameSetting({ name, isNew }: SettingsProps) {
  return (
    <Field
      label="Name in the data"
      help={isNew ? 'Follows the label until it is published.' : 'Published: it stays as it is.'}
    >
      {(ids) => (
        <output className={styles.name} id={ids.id}>
          {name}
        </output>
      )}
    </Field>
  );
}

function TextToRead({ name, field, editor, faults }: SettingsProps) {
  const labelId = `${name}-text-label`;
  return (
    <div className={styles.setting}>
      <span id={labelId} className={styles.settingLabel}>
        Text
      </span>
      <CodeBoundary fallback={<Loading lines={3} />}>
        <RichTextEditor
          id={`${name}-text`}
          labelId={labelId}
          name={name}
          label="Text"
          property={{ type: 'string', format: 'html' }}
          value={field['x-html']}
          required={false}
          disabled={false}
          invalid={faults['x-html'] !== undefined}
          describedBy={undefined}
          onChange={(html) =>
            editor.edit(
              changeField(editor.schema, name, { 'x-html': typeof html === 'string' ? html : undefined }),
              `${name}/x-html`,
            )
          }
        />
      </CodeBoundary>
    </div>
  );
}
