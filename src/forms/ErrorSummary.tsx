import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import type { FieldErrors } from './shared/formServices.ts';
import { fieldAt } from './shared/places.ts';
import type { Attempt } from './useFormErrors.ts';
import { REQUIRED } from './validationMessages.ts';
import styles from './ErrorSummary.module.css';

interface ErrorSummaryProps {
  /** The current ones. */
  errors: FieldErrors;
  /** Each refused one moves focus here. */
  attempt: Attempt;
  labelOf: (field: string) => string;
  /** What to do about a field without its required answer: "Add “Models”". */
  missingText?: (field: string) => string;
  onGoTo: (field: string) => void;
}

/**
 * The errors that prevented submission, each with a link to its field. Until the next attempt none is added, and corrected ones stay as
 * such: the form below must not move while someone fills it in.
 */
export function ErrorSummary({ errors, attempt, labelOf, missingText, onGoTo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (attempt.count === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [attempt.count]);
  const { '': general, ...found } = attempt.errors;
  const places = Object.keys(found);
  if (places.length === 0 && !general) return null;
  const remaining = places.filter((place) => currentError(errors, attempt, place) !== undefined);
  const isCorrected = remaining.length === 0 && !general;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary} data-corrected={isCorrected || undefined}>
      <h2 className={styles.title}>
        <Icon name={isCorrected ? 'circle-check' : 'triangle-alert'} />
        {isCorrected ? 'All fields are corrected' : summaryTitle(remaining.length)}
      </h2>
      {general && <p>{general}</p>}
      {places.length > 0 && (
        <ul className={styles.list}>
          {places.map((place) => {
            const message = currentError(errors, attempt, place) ?? found[place];
            // A path within a field is no question of its own.
            const isMissing = missingText !== undefined && message === REQUIRED && !place.includes('/');
            return (
              <SummaryItem
                key={place}
                place={place}
                label={isMissing ? missingText(place) : labelOf(place)}
                after={isMissing ? '' : `: ${message}`}
                isCorrected={!remaining.includes(place)}
                onGoTo={onGoTo}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface SummaryItemProps extends Pick<ErrorSummaryProps, 'onGoTo'> {
  place: string;
  label: string;
  after: string;
  isCorrected: boolean;
}

function SummaryItem({ place, label, after, isCorrected, onGoTo }: SummaryItemProps) {
  if (isCorrected)
    return (
      <li>
        <s>
          {label}
          {after}
        </s>
        <span className="visually-hidden"> (corrected)</span>
      </li>
    );
  return (
    <li>
      <a
        href={`#${place}`}
        onClick={(event) => {
          event.preventDefault();
          onGoTo(place);
        }}
      >
        {label}
      </a>
      {after}
    </li>
  );
}

/** The error at a place of the attempt; while its field is corrected, it can be elsewhere in the field. */
function currentError(errors: FieldErrors, attempt: Attempt, place: string): string | undefined {
  if (errors[place] !== undefined) return errors[place];
  const others = Object.keys(errors).filter((other) => !(other in attempt.errors) && fieldAt(other) === fieldAt(place));
  return others[0] && errors[others[0]];
}

function summaryTitle(count: number): string {
  if (count === 0) return 'There is a problem';
  return count === 1 ? 'One field needs your attention' : `${count} fields need your attention`;
}
