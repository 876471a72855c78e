import { useSession } from '../../app/useSession.ts';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { SecondFactor } from './SecondFactor.tsx';

/** /myAccount/secondFactor. Accounts whose role needs one come here before they can go anywhere else. */
export function SecondFactorPage() {
  const { userName } = useSession();
  return (
    <Page title="Second factor" lead="Log in with your password and your phone." width="reading">
      <Card title="Authenticator app">
        <SecondFactor key={userName} onDone={leaveEnrollment} />
      </Card>
    </Page>
  );
}

/** The roles of the account hold from now on: the site is loaded again with them. */
function leaveEnrollment(): void {
  window.location.assign('/');
}
