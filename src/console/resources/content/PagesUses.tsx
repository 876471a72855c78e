import { useQueries, useQuery } from '@tanstack/react-query';
import { Loading } from '../../../ui/Loading.tsx';
import { listPages } from './pageCalls.ts';
import { NotLookedUp, PageUses, Uses, usesQuery } from './PageUses.tsx';

/** Deleting more pages than this does not look up the uses of each. */
const MOST_PAGES = 20;

/** The same for several pages; those without uses are left out. */
export function PagesUses({ ids }: { ids: readonly (string | number)[] }) {
  const { data: pages } = useQuery({ queryKey: ['content', 'pages'], queryFn: listPages });
  const numbers = ids.slice(0, MOST_PAGES).map(Number);
  const looked = useQueries({ queries: numbers.map(usesQuery) });
  const error = looked.find((query) => query.error)?.error;
  if (error) return <NotLookedUp error={error} />;
  if (!pages || looked.some(({ data }) => !data)) return <Loading label="Looking for what leads to them" lines={2} />;
  const used = numbers.flatMap((id, index) => {
    const uses = looked[index]?.data ?? [];
    return uses.length === 0 ? [] : [{ id, uses, title: pages.find((page) => page.id === id)?.title ?? `Page ${id}` }];
  });
  const [only] = numbers;
  if (ids.length === 1 && only !== undefined) return <PageUses id={only} />;
  return (
    <>
      {used.map(({ id, title, uses }) => (
        <Uses key={id} of={`“${title}”`} uses={uses} />
      ))}
      {used.length === 0 && (
        <p>Nothing else on this site leads to {ids.length > MOST_PAGES ? 'the first of ' : ''}them.</p>
      )}
      {ids.length > MOST_PAGES && <p>What leads to the others is not shown: only {MOST_PAGES} pages are looked for.</p>}
    </>
  );
}
