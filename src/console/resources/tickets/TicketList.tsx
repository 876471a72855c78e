import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import { ListPage } from '../../list/ListPage.tsx';
import { objectIn } from '../../list/listAddress.ts';

/** /scheduling/records, also of some events, which the report then shows too. */
export function TicketList({ resource }: SpecialPageProps) {
  const [search] = useSearchParams();
  const { 'instanceId.eventId': events } = objectIn(search.get('filter'));
  const filter = JSON.stringify({ eventId: [events].flat() });
  return (
    <ListPage
      resource={resource}
      actions={
        <ButtonLink
          icon="chart-column"
          to={`/scheduling/attendance${events === undefined ? '' : `?${new URLSearchParams({ filter })}`}`}
        >
          <span className="phone-hidden">Charts and report</span>
        </ButtonLink>
      }
    />
  );
}
