import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { EventTerms, OwnSession, SessionDetails } from '../../../domain/ticket-calls.ts';
import { ApiError } from '../../app/ApiError.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import layout from '../../ui/layout.module.css';
import { TextArea } from '../../ui/TextField.tsx';
import { agree, refreshSessions } from './signupCalls.ts';

export interface TermsFormProps {
  own: Pick<OwnSession, 'isAgeWaived'>;
  session: SessionDetails;
  link: string | null;
}

/** A minimum age and terms, confirmed by checkboxes. */
export function TermsForm({ session: { id, terms }, own: { isAgeWaived = false }, link }: TermsFormProps) {
  return terms === undefined ? null : (
    <Form key={terms.version} id={id} terms={terms} isAgeWaived={isAgeWaived} link={link} />
  );
}

function Form({
  id,
  terms: { minimumAge, text, version },
  isAgeWaived,
  link,
}: {
  id: number;
  terms: EventTerms;
  isAgeWaived: boolean;
  link: string | null;
}) {
  const client = useQueryClient();
  const [isOldEnough, setIsOldEnough] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const lacksAge = minimumAge !== null && !isAgeWaived && !isOldEnough;
  const lacksTerms = text !== '' && !isAccepted;

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (lacksAge || lacksTerms) return;
    setBusy(true);
    setFault(null);
    try {
      await agree(id, version, link);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
      await refreshSessions(client);
    }
  };

  return (
    <form className={layout.stack3} onSubmit={(event) => void send(event)} noValidate>
      {fault !== null && (
        <Banner narrow tone="error">
          {fault}
        </Banner>
      )}
      {text !== '' && <TextArea readOnly rows={8} aria-label="Terms of this event" value={text} />}
      {text !== '' && (
        <CheckboxField
          label="I have read these terms and accept them"
          checked={isAccepted}
          {...(isTried && lacksTerms ? { error: 'Accept the terms to go on.' } : {})}
          onChange={({ target }) => setIsAccepted(target.checked)}
        />
      )}
      {minimumAge !== null && isAgeWaived && (
        <p>This event is for people of {minimumAge} and older. The consent of your guardian is recorded.</p>
      )}
      {minimumAge !== null && !isAgeWaived && (
        <CheckboxField
          label={`I am at least ${minimumAge} years old`}
          checked={isOldEnough}
          {...(isTried && lacksAge ? { error: `This event is for people of ${minimumAge} and older.` } : {})}
          onChange={({ target }) => setIsOldEnough(target.checked)}
        />
      )}
      <Button type="submit" block busy={busy}>
        Confirm
      </Button>
    </form>
  );
}
