import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { LdapDirectorySummary } from '../../../../domain/ldap-trial.ts';
import { api } from '../../../app/api.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import layout from '../../../ui/layout.module.css';
import { DirectoryCard } from './DirectoryCard.tsx';

/** /admin/identity: the directories that people log in with, as configured, with a button that tries them. */
export function Screen() {
  const answer = useQuery({
    queryKey: ['ldap', 'directories'],
    queryFn: ({ signal }) => api<LdapDirectorySummary[]>('/api/ldap/directories', { signal }),
    staleTime: 0,
  });
  const error = blockingError(answer);
  return (
    <Page
      title="Directories"
      lead="With which directories people log in, and whether they answer. What their groups give is set in Groups."
    >
      {error ? (
        <ErrorState title="The directories could not be loaded" onRetry={() => void answer.refetch()}>
          {error.message}
        </ErrorState>
      ) : answer.data === undefined ? (
        <Loading label="Loading the directories" lines={6} />
      ) : (
        <div className={layout.stack5}>
          <nav aria-label="Related pages" className={layout.stack2}>
            <Link to="/admin/identities">People known by a directory or provider, and whoever waits to be linked</Link>
            <Link to="/admin/groups">Groups, and what they take from directories</Link>
            <Link to="/admin/debug#openid">Providers of OpenID Connect</Link>
          </nav>
          {answer.data.length === 0 ? (
            <EmptyState icon="users-round" title="No directory is configured">
              People log in with a directory when the setting LDAP_FILE names a file with one.
            </EmptyState>
          ) : (
            answer.data.map((directory) => <DirectoryCard key={directory.name} directory={directory} />)
          )}
        </div>
      )}
    </Page>
  );
}
