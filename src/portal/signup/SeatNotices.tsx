import { Link } from 'react-router-dom';
import type { OtherSeat, RelatedSeat, SeatCondition } from '../../../domain/related-seats.ts';
import { Banner } from '../../ui/Banner.tsx';
import { pointText } from './sessionTexts.ts';

/** What a seat depends on: prerequisites that its holder has only booked. */
export function ConditionNotice({ dependsOn, isWaiting }: { dependsOn: readonly SeatCondition[]; isWaiting: boolean }) {
  if (dependsOn.length === 0) return null;
  return (
    <Banner narrow title="Depends on another seat" role="none">
      {isWaiting ? 'A seat would depend on ' : 'This seat depends on '}
      <SeatList seats={dependsOn} />. If you miss or cancel {dependsOn.length > 1 ? 'one of them' : 'it'}, this seat is
      released.
    </Banner>
  );
}

/** Tickets in other sessions of the event: before signing up, or before accepting an offer that gives them up. */
export function OtherSeatNotice({ seats, isOffer }: { seats: readonly OtherSeat[]; isOffer: boolean }) {
  const [first] = seats;
  if (first === undefined) return null;
  if (isOffer)
    return (
      <Banner narrow tone="warning" title="One seat per person" role="none">
        If you accept, you give up your seat on {dates(seats)}.
      </Banner>
    );
  return (
    <Banner narrow tone="warning" title={otherSeatTitle(seats)} role="none">
      <ul>
        {seats.map((seat) => (
          <li key={seat.ticketId}>
            <Link to={`/signup/details/${seat.sessionId}`}>{pointText(seat.start)}</Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function otherSeatTitle(seats: readonly OtherSeat[]): string {
  const isWaiting = seats.every(({ status }) => status === 'waitlisted');
  return isWaiting ? 'You are already on a waiting list' : 'You already have a seat';
}

/** "Basics on Monday, March 4, 10 AM and Tools on …" */
export function SeatList({ seats }: { seats: readonly RelatedSeat[] }) {
  return seats.map(({ sessionId, title, start }, index) => (
    <span key={sessionId}>
      {index > 0 && ' and '}
      <Link to={`/signup/details/${sessionId}`}>{title}</Link> on {pointText(start)}
    </span>
  ));
}

function dates(seats: readonly OtherSeat[]): string {
  return seats.map(({ start }) => pointText(start)).join(' and ');
}
