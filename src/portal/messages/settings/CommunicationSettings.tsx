import { loginPath } from '../../../../domain/access/route-guard.ts';
import { createLazyModule, useLazyModule } from '../../../app/lazyModule.ts';
import { useModel } from '../../../app/useModel.ts';
import { useSession } from '../../../app/useSession.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { PartNotLoaded } from '../../../ui/PartNotLoaded.tsx';
import { useMailLink } from './useMailLink.ts';

const ADDRESS = '/myAccount/communicationSettings';

const ownSettings = createLazyModule(() => import('./OwnSettings.tsx'));
const linkedSettings = createLazyModule(() => import('./LinkedSettings.tsx'));

/** What reaches the current user, or the reader of a mail whose link was opened, and how. Visitors load none of the form. */
export function Screen() {
  const { isLoggedIn } = useSession();
  const { link, leave } = useMailLink();
  const own = useLazyModule(ownSettings, isLoggedIn && link === null);
  const linked = useLazyModule(linkedSettings, link !== null);
  if (link !== null && linked.module !== null)
    return <linked.module.LinkedSettings key={link} link={link} onLeave={leave} />;
  if (link === null && !isLoggedIn) return <LoggedOut />;
  if (link === null && own.module !== null) return <own.module.OwnSettings />;
  const [{ hasFailed }, { load }] = link === null ? [own, ownSettings] : [linked, linkedSettings];
  return (
    <Page title="Communication settings" width="reading">
      {hasFailed ? <PartNotLoaded onRetry={load} /> : <Loading label="Loading your settings" />}
    </Page>
  );
}

function LoggedOut() {
  const { site } = useModel();
  return (
    <Page title="Communication settings" width="reading">
      <EmptyState
        icon="mail"
        title="Log in to choose what we email you"
        actions={
          <ButtonLink to={loginPath(ADDRESS)} variant="primary" icon="log-in">
            Log in
          </ButtonLink>
        }
      >
        For each kind of message, choose an email right away, a daily digest or the portal only. These choices belong to
        your account. Without logging in, use the link at the end of any email from {site.productName}.
      </EmptyState>
    </Page>
  );
}
