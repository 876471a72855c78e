import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { LdapDirectorySummary, OpenidProviderSummary } from '../../../../domain/calls/logins.ts';
import { callApi } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import layout from '../../../ui/layout.module.css';
import { directoryFacts, providerFacts } from './loginFacts.tsx';
import { LoginWayCard } from './LoginWayCard.tsx';

interface Ways {
  directories: LdapDirectorySummary[];
  providers: OpenidProviderSummary[];
}

/** /admin/identity: the directories and identity providers that people log in with, as configured, with a button that tries each. */
export function Screen() {
  const answer = useQuery({
    queryKey: ['identity', 'ways'],
    queryFn: async ({ signal }): Promise<Ways> => {
      const [directories, providers] = await Promise.all([
        callApi('GET /api/ldap/directories', { signal }),
        callApi('GET /api/openid/providers', { signal }),
      ]);
      return { directories, providers };
    },
    staleTime: 0,
  });
  return (
    <Page
      title="Directories and providers"
      lead="Directories and identity providers that people log in with, and whether they respond. Groups set the roles of their members."
    >
      <QueryView query={answer} what="the directories" lines={6}>
        {(ways) => (
          <div className={layout.stack5}>
            <nav aria-label="Related pages" className={layout.stack2}>
              <Link to="/admin/identities">Identities and logins waiting to be linked</Link>
              <Link to="/admin/groups">Groups and their directory groups</Link>
            </nav>
            <AllWays {...ways} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function AllWays({ directories, providers }: Ways) {
  if (directories.length === 0 && providers.length === 0)
    return (
      <EmptyState icon="users-round" title="No directory or identity provider is configured">
        Set LDAP_FILE to use a directory, or OPENID_FILE to use an OpenID Connect provider.
      </EmptyState>
    );
  return (
    <>
      {directories.map((directory) => (
        <LoginWayCard
          key={directory.name}
          way={directory}
          facts={directoryFacts(directory)}
          findsPeople
          attempt={async (username) => {
            const body = username === '' ? {} : { username };
            return (await callApi('POST /api/ldap/directories/:name/try', { params: directory, body })).servers;
          }}
        />
      ))}
      {providers.map((provider) => (
        <LoginWayCard
          key={provider.name}
          way={provider}
          facts={providerFacts(provider)}
          attempt={async () => [
            { ...(await callApi('POST /api/openid/providers/:name/try', { params: provider })), url: provider.issuer },
          ]}
        />
      ))}
    </>
  );
}
