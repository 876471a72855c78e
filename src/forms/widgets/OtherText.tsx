import field from '../../ui/Field.module.css';
import { TextInput } from '../../ui/TextField.tsx';
import type { Choice } from '../shared/formSchema.ts';
import type { WidgetProps } from '../shared/widgetProps.ts';

/** No option has this value: it cannot be stored. */
export const OTHER = '\0other';
export const OTHER_CHOICE: Choice = { value: OTHER, label: 'Other' };
const LONGEST = 200;

interface OtherTextProps extends WidgetProps {
  text: string;
  onText: (text: string) => void;
}

export function OtherText({ id, label, text, invalid, describedBy, disabled, onText }: OtherTextProps) {
  return (
    <div className={field.field}>
      <label htmlFor={`${id}-other`}>Please specify</label>
      <TextInput
        id={`${id}-other`}
        value={text}
        maxLength={LONGEST}
        disabled={disabled}
        aria-label={`Please specify: ${label}`}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
