import { formatDay } from '../../../domain/values/formats.ts';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import type { SignupState } from '../../../domain/sessions/signup.ts';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { Chip, type Tone } from '../../ui/Chip.tsx';

export interface Look {
  tone: Tone;
  icon: IconName;
}

const STATES: Record<SignupState, Look> = {
  open: { tone: 'green', icon: 'circle-check' },
  waitlist: { tone: 'orange', icon: 'clock' },
  full: { tone: 'red', icon: 'circle-x' },
  early: { tone: 'blue', icon: 'clock' },
  closed: { tone: 'grey', icon: 'lock' },
  begun: { tone: 'blue', icon: 'play' },
  over: { tone: 'grey', icon: 'check' },
  cancelled: { tone: 'red', icon: 'circle-x' },
};

/** The icon of a session for whose seat one cannot simply sign up. */
export function noticeIcon({ state }: Pick<PublicSession, 'state'>): IconName | undefined {
  return state === 'open' ? undefined : STATES[state].icon;
}

/** Whether a session takes sign-ups, in two or three words. */
export function SessionChip({ session }: { session: PublicSession }) {
  return <Chip {...STATES[session.state]}>{stateText(session)}</Chip>;
}

export function stateText({ state, seatsLeft, opensAt }: PublicSession): string {
  switch (state) {
    case 'open':
      return seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`;
    case 'waitlist':
      return 'Waitlist';
    case 'full':
      return 'Full';
    case 'early':
      return `Opens ${formatDay(opensAt, 'named')}`;
    case 'closed':
      return 'Sign-up closed';
    case 'begun':
      return 'Under way';
    case 'over':
      return 'Over';
    case 'cancelled':
      return 'Canceled';
  }
}
