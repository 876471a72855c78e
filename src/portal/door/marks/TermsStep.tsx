import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { Loading } from '../../../ui/Loading.tsx';
import { TextArea } from '../../../ui/TextField.tsx';
import { useDoorTerms } from './doorQueries.ts';

export interface TermsStepProps {
  sessionId: number;
  name: string;
  busy: boolean;
  onAgreed: (version: string) => void;
  /** Absent where nothing depends on the agreement. */
  onWithout?: () => void;
  onBack: () => void;
}

/** The terms that an attendee accepts at the door, recorded by staff. */
export function TermsStep({ sessionId, name, busy, onAgreed, onWithout, onBack }: TermsStepProps) {
  const { data: terms, error } = useDoorTerms(sessionId);
  return (
    <div className={layout.stack4}>
      <Banner tone="warning">{name} has not yet agreed to the terms of this event.</Banner>
      {error !== null && terms === undefined && <Banner tone="error">{error.message}</Banner>}
      {error === null && terms === undefined && <Loading label="Loading the terms" lines={3} />}
      {terms !== undefined && terms.text !== '' && (
        <TextArea readOnly rows={6} aria-label="Terms of this event" value={terms.text} />
      )}
      {terms?.minimumAge != null && <p>Participants must be at least {terms.minimumAge} years old.</p>}
      <p className={layout.toolbar2}>
        <Button
          variant="primary"
          icon="check"
          busy={busy}
          disabled={terms === undefined}
          onClick={() => terms !== undefined && onAgreed(terms.version)}
        >
          {name} agrees
        </Button>
        {onWithout !== undefined && <Button onClick={onWithout}>Continue without</Button>}
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </div>
  );
}
