import { useGetList } from 'ra-core';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import type { ListRow } from '../../list/listSlots.ts';
import { ListPage } from '../../list/ListPage.tsx';

const MOST_EVENTS = 100;

/** /scheduling/records, also of one event (`eventId`). */
export function TicketList({ resource }: SpecialPageProps) {
  const [search, setSearch] = useSearchParams();
  const eventId = /^[1-9]\d{0,14}$/.exec(search.get('eventId') ?? '')?.[0] ?? '';
  const choose = useCallback(
    (id: string) =>
      setSearch((present) => {
        const next = new URLSearchParams(present);
        next.delete('page');
        next.delete('eventId');
        if (id !== '') next.set('eventId', id);
        return next;
      }),
    [setSearch],
  );
  return (
    <ListPage
      resource={resource}
      actions={
        <ButtonLink icon="chart-column" to={`/scheduling/attendance${eventId === '' ? '' : `?eventId=${eventId}`}`}>
          Charts and report
        </ButtonLink>
      }
      slots={{
        pinned: ['status', 'createdAt'],
        switches: <EventChoice eventId={eventId} onChoose={choose} />,
        ...(eventId === '' ? {} : { always: { 'instanceId.eventId': Number(eventId) } }),
      }}
    />
  );
}

function EventChoice({ eventId, onChoose }: { eventId: string; onChoose: (id: string) => void }) {
  const { data = [] } = useGetList<ListRow>('events', {
    pagination: { page: 1, perPage: MOST_EVENTS },
    sort: { field: 'title', order: 'ASC' },
  });
  const options = data.map(({ id, title }) => ({ value: String(id), label: String(title) }));
  const isListed = eventId === '' || options.some(({ value }) => value === eventId);
  return (
    <Select
      aria-label="Event"
      placeholder="All events"
      value={eventId}
      options={isListed ? options : [...options, { value: eventId, label: `Event ${eventId}` }]}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}
