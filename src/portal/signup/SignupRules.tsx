import { formatLocal } from '../../../domain/values/formats.ts';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { describePolicy } from '../../../domain/sessions/signup-policy.ts';
import { useNow } from '../../content/sessions/useNow.ts';
import { priceText } from './session/conditionTexts.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './Details.module.css';

/** The deadlines and conditions of a sign-up. */
export function SignupRules({ session }: { session: SessionDetails }) {
  const { closesAt, cancelUntil, offerHours, waitlistOn, feeCents, state, policy } = session;
  const now = useNow();
  if (state === 'over' || state === 'cancelled') return null;
  const hours = offerHours === 1 ? 'one hour' : `${offerHours} hours`;
  return (
    <Card title="Good to know">
      <ul className={styles.rules}>
        <li>Sign-up closes {formatLocal(closesAt, 'day')}.</li>
        {session.hasQuestions && <li>You will answer a few questions when you sign up.</li>}
        {now !== null && now > Date.parse(cancelUntil) ? (
          <li>The cancellation deadline was {formatLocal(cancelUntil, 'day')}.</li>
        ) : (
          <li>Cancel by {formatLocal(cancelUntil, 'day')}, so that someone else can have your seat.</li>
        )}
        {feeCents > 0 && (
          <li>
            A seat is held for {hours}, or until an hour after the place next opens if that is later, but no later than
            the start of the session; pay {priceText(feeCents)} by then.
          </li>
        )}
        {describePolicy(policy).map((words) => (
          <li key={words}>{words}</li>
        ))}
        {waitlistOn && (
          <li>
            If a seat opens, the next person on the waitlist gets an offer and has {hours} to accept it, or until an
            hour after the place next opens if that is later.
          </li>
        )}
      </ul>
    </Card>
  );
}
