import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../app/callApi.ts';
import { TicketChip } from './TicketChip.tsx';

/** What the person has of a session, if anything: all of a list are asked for at the same time. */
export function OwnTicketChip({ sessionId }: { sessionId: number }) {
  const { data } = useQuery(callQuery('GET /api/events/tickets', { query: { when: 'upcoming', page: 1 } }));
  const own = data?.tickets.find(({ ticket }) => ticket.instanceId === sessionId)?.ticket;
  return own !== undefined && <TicketChip status={own.status} position={own.position} />;
}
