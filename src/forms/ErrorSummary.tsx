import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import type { FieldErrors } from './shared/formServices.ts';
import { REQUIRED } from './validationMessages.ts';
import styles from './ErrorSummary.module.css';

interface ErrorSummaryProps {
  errors: FieldErrors;
  /** Incremented with each refused submit, which moves focus here. */
  attempt: number;
  labelOf: (field: string) => string;
  /** What to do about a field without its required answer: "Add “Models”". */
  missingText?: (field: string) => string;
  onGoTo: (field: string) => void;
}

/** The errors that prevent submission, each with a link to its field. */
export function ErrorSummary({ errors, attempt, labelOf, missingText, onGoTo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (attempt === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [attempt]);
  const fields = Object.keys(errors).filter((field) => field !== '');
  if (fields.length === 0 && !errors['']) return null;
  // A path within a field is no question of its own.
  const isMissing = (field: string) => missingText !== undefined && errors[field] === REQUIRED && !field.includes('/');
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <h2 className={styles.title}>
        <Icon name="triangle-alert" />
        {summaryTitle(fields.length)}
      </h2>
      {errors[''] && <p>{errors['']}</p>}
      {fields.length > 0 && (
        <ul className={styles.list}>
          {fields.map((field) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  onGoTo(field);
                }}
              >
                {isMissing(field) ? missingText?.(field) : labelOf(field)}
              </a>
              {isMissing(field) ? null : `: ${errors[field]}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summaryTitle(count: number): string {
  if (count === 0) return 'There is a problem';
  return count === 1 ? 'One field needs your attention' : `${count} fields need your attention`;
}
