import { useQuery } from '@tanstack/react-query';
import { useLastAnswer } from '../../../app/useLastAnswer.ts';
import { useSession } from '../../../app/useSession.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import layout from '../../../ui/layout.module.css';
import { Loading } from '../../../ui/Loading.tsx';
import { OutdatedNotice } from '../../../ui/OutdatedNotice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { AddressCard } from './AddressCard.tsx';
import { ChoiceCards } from './ChoiceCards.tsx';
import { ownChoices } from './choiceCalls.ts';
import { RemindersCard } from './RemindersCard.tsx';

/** The choices of whoever is logged in. */
export function OwnSettings() {
  const { userName } = useSession();
  const calls = ownChoices(userName);
  const query = useQuery({ queryKey: calls.key, queryFn: calls.read });
  const { shown, isOutdated } = useLastAnswer(query);
  const retry = () => void query.refetch();
  const error = isOutdated ? null : query.error;
  return (
    <Page
      title="Communication settings"
      lead="What reaches you, and how. A change is saved at once."
      width="reading"
      actions={
        <ButtonLink to="/myAccount/MyMessages" icon="message-square">
          My messages
        </ButtonLink>
      }
    >
      {isOutdated && <OutdatedNotice title="Your settings are not current" onRetry={retry} />}
      {error && !shown && (
        <ErrorState title="Your settings could not be loaded" onRetry={retry}>
          {error.message}
        </ErrorState>
      )}
      {!error && !shown && <Loading label="Loading your settings" lines={6} lineHeight={56} />}
      {shown && (
        <div className={layout.stack5}>
          <ChoiceCards calls={calls} choices={shown} address={<AddressCard />} />
          <RemindersCard />
        </div>
      )}
    </Page>
  );
}
