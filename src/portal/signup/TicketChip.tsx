import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Look } from '../../content/sessions/SessionChip.tsx';

const TICKETS: Record<TicketStatus, Look & { words: string }> = {
  held: { tone: 'orange', icon: 'clock', words: 'Held for you' },
  confirmed: { tone: 'green', icon: 'circle-check', words: 'You have a seat' },
  waitlisted: { tone: 'orange', icon: 'clock', words: 'Waiting' },
  offered: { tone: 'yellow', icon: 'bell', words: 'Offered to you' },
  cancelled: { tone: 'grey', icon: 'circle-x', words: 'Canceled' },
  attended: { tone: 'green', icon: 'badge-check', words: 'Attended' },
  late: { tone: 'green', icon: 'badge-check', words: 'Attended, late' },
  noShow: { tone: 'red', icon: 'circle-x', words: 'Did not attend' },
};

export function TicketChip({ status, position }: { status: TicketStatus; position: number | null }) {
  const { words, ...look } = TICKETS[status];
  return <Chip {...look}>{position === null ? words : `${words}, number ${position}`}</Chip>;
}
