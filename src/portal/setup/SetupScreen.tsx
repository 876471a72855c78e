import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { usePrivateLink } from '../../app/usePrivateLink.ts';
import { useSession } from '../../app/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { FirstAdministrator } from './FirstAdministrator.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { isStep, STEPS } from './steps.ts';

/** The guided setup of a new installation: its first administrator by the printed link, then step by step. */
export function SetupScreen() {
  const { isLoggedIn, userName } = useSession();
  const link = usePrivateLink();
  if (!isLoggedIn && link !== '') return <FirstAdministrator key={link} link={link} />;
  return <Guide key={userName} />;
}

function Guide() {
  const { userName } = useSession();
  const [search] = useSearchParams();
  const { queryKey, queryFn } = callQuery('GET /api/setup');
  // Null instead of undefined, which is no answer of a query.
  const query = useQuery({
    queryKey: [...queryKey, userName],
    queryFn: async (context) => ({ state: (await queryFn(context)) ?? null }),
    staleTime: 0,
    retry: false,
  });
  const named = search.get('step');
  const step = isStep(named) ? named : STEPS[0].name;
  return (
    <Page title="Set up the site" width="reading">
      <QueryView query={query} what="the setup" lines={5} lineHeight={48}>
        {({ state }) =>
          state === null ? <NotOpen /> : <SetupSteps step={step} state={state} onChange={query.refetch} />
        }
      </QueryView>
    </Page>
  );
}

function NotOpen() {
  return (
    <EmptyState icon="settings" title="There is nothing to set up" actions={<ButtonLink to="/">Home</ButtonLink>}>
      The setup is for the first administrator of a new site, until it is finished. Later, everything is under Settings.
    </EmptyState>
  );
}
