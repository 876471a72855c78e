import { CheckboxField } from '../../../../ui/CheckboxField.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { changeField } from './edits.ts';
import type { FieldChange } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { NumberSetting } from './NumberSetting.tsx';
import styles from './settings.module.css';

/** The limits available for the field's type. */
export function LimitSettings({ name, field, editor: { schema, edit }, faults }: SettingsProps) {
  const change = (next: FieldChange) => edit(changeField(schema, name, next), `${name}/${Object.keys(next)[0]}`);
  const type = field['x-field'];
  if (type === 'String') {
    return (
      <>
        <CheckboxField
          label="Several lines"
          checked={field['x-multiline'] === true}
          onChange={(event) => change({ 'x-multiline': event.target.checked || undefined })}
        />
        <div className={styles.pair}>
          <NumberSetting
            label="Fewest characters"
            value={field.minLength}
            error={faults['minLength']}
            onChange={(minLength) => change({ minLength })}
          />
          <NumberSetting
            label="Most characters"
            value={field.maxLength}
            error={faults['maxLength']}
            onChange={(maxLength) => change({ maxLength })}
          />
        </div>
      </>
    );
  }
  if (type !== 'Integer' && type !== 'Double' && type !== 'Cost') return null;
  const money = type === 'Cost';
  return (
    <div className={styles.pair}>
      <NumberSetting
        label="Smallest"
        money={money}
        suffix={field['x-unit']}
        value={field.minimum}
        error={faults['minimum']}
        onChange={(minimum) => change({ minimum })}
      />
      <NumberSetting
        label="Largest"
        money={money}
        suffix={field['x-unit']}
        value={field.maximum}
        error={faults['maximum']}
        onChange={(maximum) => change({ maximum })}
      />
      {!money && (
        <TextField
          label="Unit"
          optional
          maxLength={20}
          error={faults['x-unit']}
          value={field['x-unit'] ?? ''}
          onChange={(event) => change({ 'x-unit': event.target.value || undefined })}
        />
      )}
    </div>
  );
}
