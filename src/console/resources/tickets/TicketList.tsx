import { useGetList } from 'ra-core';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import type { ListRow } from '../../list/listSlots.ts';
import { ListPage } from '../../list/ListPage.tsx';
import { objectIn } from '../../list/listAddress.ts';

const MOST_EVENTS = 100;

/** The field of the list's filter that names the event. */
const EVENT = 'instanceId.eventId';

/** /scheduling/records, also of one event. */
export function TicketList({ resource }: SpecialPageProps) {
  const [search, setSearch] = useSearchParams();
  const { [EVENT]: event, ...others } = objectIn(search.get('filter'));
  const eventId = typeof event === 'number' ? String(event) : '';
  const choose = (id: string) =>
    setSearch((present) => {
      const next = new URLSearchParams(present);
      next.delete('page');
      next.set('filter', JSON.stringify(id === '' ? others : { ...others, [EVENT]: Number(id) }));
      return next;
    });
  return (
    <ListPage
      resource={resource}
      actions={
        <ButtonLink icon="chart-column" to={attendancePath(eventId)}>
          Charts and report
        </ButtonLink>
      }
      slots={{
        pinned: ['status', 'createdAt'],
        switches: <EventChoice eventId={eventId} onChoose={choose} />,
      }}
    />
  );
}

function attendancePath(eventId: string): string {
  const filter = JSON.stringify({ eventId: [Number(eventId)] });
  return `/scheduling/attendance${eventId === '' ? '' : `?${new URLSearchParams({ filter })}`}`;
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
