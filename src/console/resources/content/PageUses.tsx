import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { PageUse } from '../../../../domain/page-content.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { formatCount } from '../../values/formats.ts';
import { pageUses } from './pageCalls.ts';
import styles from './PageUses.module.css';

const KINDS: Record<PageUse['kind'], string> = {
  card: 'Card',
  page: 'Text of the page',
  draft: 'Draft of the page',
  link: 'Link of the menu',
  site: 'Site settings',
  menu: 'Entry of the menu, declared in config/menu.json',
};

/** What on the site leads to a page, each with the way to where it is changed. */
export function PageUses({ id }: { id: number }) {
  const { data: uses, error } = useQuery({
    queryKey: ['content', 'uses', id],
    queryFn: () => pageUses(id),
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <p role="alert">What leads to it could not be looked up: {error.message}</p>;
  if (!uses) return <Loading label="Looking for what leads to it" lines={2} />;
  if (uses.length === 0) return <p>Nothing else on this site leads to it.</p>;
  return (
    <div className={styles.uses}>
      <p>{formatCount(uses.length, 'place', 'places')} on this site lead to it:</p>
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
