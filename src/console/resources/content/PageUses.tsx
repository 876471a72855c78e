import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { PageUse } from '../../../../domain/calls/pages.ts';
import { callApi } from '../../../app/callApi.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { formatCount } from '../../values/formats.ts';
import styles from './PageUses.module.css';

const KINDS: Record<PageUse['kind'], string> = {
  card: 'Card',
  page: 'Text of the page',
  draft: 'Draft of the page',
  link: 'Link of the menu',
  site: 'Site settings',
  menu: 'Entry of the menu, declared in config/menu.json',
};

export const usesQuery = (id: number) => ({
  queryKey: ['content', 'uses', id],
  queryFn: () => callApi('GET /api/content/pages/:id/uses', { params: { id } }),
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

export function NotLookedUp({ error }: { error: Error }) {
  return <p role="alert">What leads there could not be looked up: {error.message}</p>;
}

export function Uses({ of, uses }: { of: string; uses: readonly PageUse[] }) {
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
