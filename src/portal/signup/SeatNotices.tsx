import { formatLocal } from '../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { OtherSeat, RelatedSeat, SeatCondition } from '../../../domain/calls/tickets.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './Details.module.css';

export type SeatNoticesProps =
  /** A seat, or a place on a waitlist, that depends on prerequisites which its holder has only booked. */
  | { kind: 'condition' | 'waitingCondition' | 'conditionLine'; seats: readonly SeatCondition[] }
  /** A prerequisite that is only booked. */
  | { kind: 'booked'; seats: readonly SeatCondition[] }
  /** Tickets in other sessions of the event: before signing up, or before accepting an offer that gives them up. */
  | { kind: 'other' | 'givenUp'; seats: readonly OtherSeat[] };

/** How a session is related to others in which its reader has seats. Most people have none, so this is loaded on first use. */
export default function SeatNotices(props: SeatNoticesProps) {
  switch (props.kind) {
    case 'condition':
    case 'waitingCondition':
      return (
        <Banner narrow title="Depends on another seat" role="none">
          <Condition seats={props.seats} isWaiting={props.kind === 'waitingCondition'} />
        </Banner>
      );
    case 'conditionLine':
      return (
        <p>
          <Condition seats={props.seats} />
        </p>
      );
    case 'booked':
      return (
        <p className={styles.quiet}>
          You have a seat in <SeatList seats={props.seats} />.
        </p>
      );
    case 'givenUp':
      return (
        <Banner narrow tone="warning" title="One seat per person" role="none">
          If you accept, you give up your seat on{' '}
          {props.seats.map(({ start }) => formatLocal(start, 'day')).join(' and ')}.
        </Banner>
      );
    case 'other':
      return <OtherSeats seats={props.seats} />;
  }
}

function Condition({ seats, isWaiting = false }: { seats: readonly RelatedSeat[]; isWaiting?: boolean }) {
  return (
    <>
      {isWaiting ? 'A seat would depend on ' : 'This seat depends on '}
      <SeatList seats={seats} />. If you miss or cancel {seats.length > 1 ? 'one of them' : 'it'},{' '}
      {isWaiting ? 'the' : 'this'} seat is released.
    </>
  );
}

function OtherSeats({ seats }: { seats: readonly OtherSeat[] }) {
  const isWaiting = seats.every(({ status }) => status === 'waitlisted');
  const title = isWaiting ? 'You are already on a waitlist' : 'You already have a seat';
  return (
    <Banner narrow tone="warning" title={title} role="none">
      <ul>
        {seats.map(({ ticketId, sessionId, start }) => (
          <li key={ticketId}>
            <Link to={`/signup/details/${sessionId}`}>{formatLocal(start, 'day')}</Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** "Basics on Monday, March 4, 10 AM and Tools on …" */
function SeatList({ seats }: { seats: readonly RelatedSeat[] }) {
  return seats.map(({ sessionId, title, start }, index) => (
    <span key={sessionId}>
      {index > 0 && ' and '}
      <Link to={`/signup/details/${sessionId}`}>{title}</Link> on {formatLocal(start, 'day')}
    </span>
  ));
}
