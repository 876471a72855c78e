import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { OwnSession } from '../../../domain/calls/tickets.ts';
import type { EventTerms, SessionDetails } from '../../../domain/calls/sessions.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import layout from '../../ui/layout.module.css';
import { TextArea } from '../../ui/TextField.tsx';
import { refreshSessions, ofSession } from './session/sessionRequests.ts';

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
  const { run, isRunning, refusal } = useCommand(() =>
    callApi('POST /api/events/instances/:id/agreement', { ...ofSession(id, link), body: { version } }).finally(
      () => void refreshSessions(client),
    ),
  );
  const lacksAge = minimumAge !== null && !isAgeWaived && !isOldEnough;
  const lacksTerms = text !== '' && !isAccepted;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (!lacksAge && !lacksTerms) void run();
  };

  return (
    <form className={layout.stack3} onSubmit={submit} noValidate>
      {refusal !== null && (
        <Banner narrow tone="error">
          {refusal.message}
        </Banner>
      )}
      {text !== '' && <TextArea readOnly rows={8} aria-label="Terms of this event" value={text} />}
      {text !== '' && (
        <CheckboxField
          label="I have read these terms and accept them"
          checked={isAccepted}
          {...(isTried && lacksTerms ? { error: 'Accept the terms to continue.' } : {})}
          onChange={({ target }) => setIsAccepted(target.checked)}
        />
      )}
      {minimumAge !== null && isAgeWaived && (
        <p>This event is for ages {minimumAge} and over. Your guardian’s consent is on record.</p>
      )}
      {minimumAge !== null && !isAgeWaived && (
        <CheckboxField
          label={`I am at least ${minimumAge} years old`}
          checked={isOldEnough}
          {...(isTried && lacksAge ? { error: `This event is for ages ${minimumAge} and over.` } : {})}
          onChange={({ target }) => setIsOldEnough(target.checked)}
        />
      )}
      <Button type="submit" block busy={isRunning}>
        Confirm
      </Button>
    </form>
  );
}
