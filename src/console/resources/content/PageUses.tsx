import { formatCount } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { PlanNotes } from '../../../actions/PlanNotes.tsx';

/** The places on the site that link to a page, each with a link to where it can be edited. */
export function PageUses({ id }: { id: number }) {
  const uses = useQuery({
    queryKey: ['content', 'uses', id],
    queryFn: () => callApi('GET /api/content/pages/:id/uses', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryView query={uses} what="its links" lines={2} hasNotice={false}>
      {(places) => {
        if (places.length === 0) return <p>Nothing else on this site links to it.</p>;
        const count = formatCount(places.length, 'place on this site links', 'places on this site link');
        return <PlanNotes notes={[{ text: `${count} to it:`, places }]} />;
      }}
    </QueryView>
  );
}
