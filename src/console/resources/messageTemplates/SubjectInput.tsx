import { useRef, useState } from 'react';
import { SUBJECT_LENGTH, type Placeholder } from '../../../../domain/messages/message-template.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextField.tsx';
import { OfferList, offerAttributes } from './OfferList.tsx';
import { PlaceholderMenu } from './PlaceholderMenu.tsx';
import { typedPlaceholder, usePlaceholderOffers } from './usePlaceholderOffers.ts';
import styles from './templates.module.css';

interface SubjectInputProps {
  value: string;
  error: string | undefined;
  disabled: boolean;
  placeholders: Readonly<Record<string, Placeholder>>;
  onChange: (value: string) => void;
}

/** The subject. "{" offers the placeholders that have one line. */
export function SubjectInput({ value, error, disabled, placeholders, onChange }: SubjectInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const ofOneLine = Object.fromEntries(
    Object.entries(placeholders).filter(([, { kind }]) => kind !== 'lines' && kind !== 'html'),
  );
  const typed = cursor === null ? null : typedPlaceholder(value.slice(0, cursor));
  const insert = (name: string) => {
    const end = input.current?.selectionEnd ?? value.length;
    const start = typed === null ? (input.current?.selectionStart ?? end) : end - typed.length - 1;
    const written = `{${name}}`;
    onChange(value.slice(0, start) + written + value.slice(end));
    setCursor(null);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(start + written.length, start + written.length);
    });
  };
  const offers = usePlaceholderOffers(ofOneLine, typed, insert);
  return (
    <Field label="Subject" error={error}>
      {(ids) => (
        <div className={styles.subject}>
          <TextInput
            {...ids}
            {...offerAttributes(offers)}
            ref={input}
            value={value}
            disabled={disabled}
            maxLength={SUBJECT_LENGTH + 50}
            autoComplete="off"
            onChange={(event) => {
              onChange(event.target.value);
              setCursor(event.target.selectionEnd);
            }}
            onKeyDown={offers.onKeyDown}
            onSelect={(event) => setCursor(event.currentTarget.selectionEnd)}
            onBlur={() => setCursor(null)}
          />
          {!disabled && <PlaceholderMenu into="the subject" placeholders={ofOneLine} onChoose={insert} />}
          <OfferList offers={offers} />
        </div>
      )}
    </Field>
  );
}
