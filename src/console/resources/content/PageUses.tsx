import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { PageUse } from '../../../../domain/page-content.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { formatCount } from '../../values/formats.ts';
import { listPages, pageUses } from './pageCalls.ts';
import styles from './PageUses.module.css';

const KINDS: Record<PageUse['kind'], string> = {
  card: 'Card',
  page: 'Text of the page',
  draft: 'Draft of the page',
  link: 'Link of the menu',
  site: 'Site settings',
  menu: 'Entry of the menu, declared in config/menu.json',
};

const usesQuery = (id: number) => ({
  queryKey: ['content', 'uses', id],
  queryFn: () => pageUses(id),
  staleTime: 0,
  gcTime: 0,
});

/** The places on the site that link to a page, each with a link to where it can be edited. */
export function PageUses({ id }: { id: number }) {
  const { data: uses, error } = useQuery(usesQuery(id));
  if (error) return <NotLookedUp error={error} />;
  if (!uses) return <Loading label="Looking for what leads to it" lines={2} />;
  return uses.length === 0 ? <p>Nothing else on this site leads to it.</p> : <Uses of="it" uses={uses} />;
}

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

function NotLookedUp({ error }: { error: Error }) {
  return <p role="alert">What leads there could not be looked up: {error.message}</p>;
}

function Uses({ of, uses }: { of: string; uses: readonly PageUse[] }) {
  return (
    <div className={styles.uses}>
      <p>
        {formatCount(uses.length, 'place', 'places')} on this site {uses.length === 1 ? 'leads' : 'lead'} to {of}:
      </p>
      <ul>
        {uses.map(({ kind, label, to }, index) => (
          <li key={index}>
            {to === null ? (
              label
            ) : (
              <Link to={to} target="_blank">
                {label}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </Link>
            )}{' '}
            <small>{KINDS[kind]}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
