import { useState } from 'react';
import { useModel } from '../../../../app/useModel.ts';
import { TextField } from '../../../../ui/TextField.tsx';
import { changeField } from './edits.ts';
import type { FieldChange } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { NumberSetting } from './NumberSetting.tsx';
import styles from './settings.module.css';

const MEGABYTE = 1024 * 1024;

/** The accepted file types, number and size. */
export function UploadSettings({ name, field, editor: { schema, edit }, faults }: SettingsProps) {
  const change = (next: FieldChange) => edit(changeField(schema, name, next), `${name}/${Object.keys(next)[0]}`);
  const { uploadMegabytes } = useModel().site;
  const [typed, setTyped] = useState((field['x-accept'] ?? []).join(', '));
  return (
    <>
      <TextField
        label="Accepted kinds"
        optional
        help="File endings with commas between them: pdf, png, stl"
        error={faults['x-accept']}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          change({ 'x-accept': endingsOf(event.target.value) });
        }}
        onBlur={() => setTyped((field['x-accept'] ?? []).join(', '))}
      />
      <div className={styles.pair}>
        <NumberSetting
          label="Fewest files"
          value={field.minItems}
          error={faults['minItems']}
          onChange={(minItems) => change({ minItems })}
        />
        <NumberSetting
          label="Most files"
          value={field.maxItems}
          error={faults['maxItems']}
          onChange={(maxItems) => change({ maxItems })}
        />
        <NumberSetting
          label="Largest size of a file"
          suffix="MB"
          factor={MEGABYTE}
          help={`${uploadMegabytes} MB when empty.`}
          value={field['x-max-bytes']}
          error={faults['x-max-bytes']}
          onChange={(bytes) => change({ 'x-max-bytes': bytes })}
        />
      </div>
    </>
  );
}

/** "PDF, .stl" becomes [".pdf", ".stl"]; undefined for no input: any type. */
function endingsOf(text: string): string[] | undefined {
  const endings = text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => `.${word.toLowerCase().replace(/^[*.]+/, '')}`);
  return endings.length === 0 ? undefined : [...new Set(endings)];
}
