import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/useSession.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import layout from '../../../ui/layout.module.css';
import { Page } from '../../../ui/Page.tsx';
import { AddressCard } from './AddressCard.tsx';
import { ChoiceCards } from './ChoiceCards.tsx';
import { ownChoices } from './messageChoices.ts';
import { RemindersCard } from './RemindersCard.tsx';

export function OwnSettings() {
  const { userName } = useSession();
  const calls = ownChoices(userName);
  const query = useQuery({ queryKey: calls.queryKey, queryFn: calls.read });
  return (
    <Page
      title="Communication settings"
      lead="Choose what we email you. Changes save automatically."
      width="reading"
      actions={
        <ButtonLink to="/myAccount/MyMessages" icon="message-square">
          My messages
        </ButtonLink>
      }
    >
      <QueryView query={query} what="your settings" lines={6} lineHeight={56}>
        {(choices) => (
          <div className={layout.stack5}>
            <ChoiceCards calls={calls} choices={choices} address={<AddressCard />} />
            <RemindersCard />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
