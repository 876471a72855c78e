import { useQuery } from '@tanstack/react-query';
import { loginPath } from '../../../../domain/access/route-guard.ts';
import type { LinkedChoices } from '../../../../domain/calls/messages.ts';
import { useModel } from '../../../app/useModel.ts';
import { useSession } from '../../../app/useSession.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ChoiceCards } from './ChoiceCards.tsx';
import { linkedChoices } from './messageChoices.ts';
import { Unsubscribe } from './Unsubscribe.tsx';
import styles from './CommunicationSettings.module.css';

interface Props {
  /** The token of a mail's link. */
  link: string;
  onLeave: () => void;
}

/** The choices of the reader of a mail, by its link and without logging in. */
export function LinkedSettings({ link, onLeave }: Props) {
  const calls = linkedChoices(link);
  const query = useQuery({ queryKey: calls.queryKey, queryFn: calls.read, gcTime: 0, retry: false });
  return (
    <Page title="Communication settings" lead="Choose what we email you. Changes save automatically." width="reading">
      <QueryView
        query={query}
        what="your settings"
        lines={6}
        lineHeight={56}
        missing={<InvalidLink onLeave={onLeave} />}
      >
        {(shown) => (
          <div className={styles.parts}>
            <WhoseSettings {...shown} onLeave={onLeave} />
            <Unsubscribe calls={calls} choices={shown} />
            <ChoiceCards calls={calls} choices={shown} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function WhoseSettings({ session, address, onLeave }: LinkedChoices & Pick<Props, 'onLeave'>) {
  const { userName } = useSession();
  if (session === 'own') return null;
  const whose = address === null ? 'the person whose email you opened' : address;
  if (session === 'none') {
    return (
      <Banner
        role="none"
        title={address === null ? 'You opened a link from an email' : `You opened an email to ${address}`}
      >
        You can change only what we email this person. You are not logged in.
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      role="none"
      title={`These settings belong to ${whose}`}
      actions={<Button onClick={onLeave}>Show my own</Button>}
    >
      You are logged in as {userName}. Your link is from an email to someone else.
    </Banner>
  );
}

function InvalidLink({ onLeave }: Pick<Props, 'onLeave'>) {
  const { site } = useModel();
  const { isLoggedIn } = useSession();
  return (
    <EmptyState
      icon="mail"
      title="This link no longer works"
      actions={
        isLoggedIn ? (
          <Button variant="primary" onClick={onLeave}>
            Show my settings
          </Button>
        ) : (
          <ButtonLink to={loginPath('/myAccount/communicationSettings')} variant="primary" icon="log-in">
            Log in
          </ButtonLink>
        )
      }
    >
      It has expired or is incomplete. Open the link at the end of a newer email from {site.productName}, or log in.
    </EmptyState>
  );
}
