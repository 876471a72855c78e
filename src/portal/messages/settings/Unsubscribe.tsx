import { useState } from 'react';
import type { LinkedChoices } from '../../../../domain/message-calls.ts';
import type { Delivery } from '../../../../domain/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { ChoiceCalls } from './choiceCalls.ts';
import { useChoices } from './useChoices.ts';

const isMailed = (delivery: Delivery) => delivery === 'mail' || delivery === 'digest';

/** For the link of a mail that turns its kind off: a button, since programs that check mails follow links. */
export function Unsubscribe({ calls, choices }: { calls: ChoiceCalls; choices: LinkedChoices }) {
  const { chosen, failures, choose } = useChoices(calls);
  const category = choices.categories.find(({ key, isRequired }) => key === choices.category && !isRequired);
  const [before, setBefore] = useState<Delivery>('mail');
  if (category === undefined) return null;
  const { key, label } = category;
  const delivery = chosen[key] ?? category.delivery;
  const failure = failures[key] === undefined ? null : <p role="alert">{failures[key]}</p>;
  if (isMailed(delivery)) {
    const turnOff = () => {
      setBefore(delivery);
      choose({ key, label, from: delivery, to: 'portal' });
    };
    return (
      <Banner
        role="status"
        title={`Do you want no more mails of this kind: ${label}?`}
        actions={
          <Button variant="primary" onClick={turnOff}>
            Turn these mails off
          </Button>
        }
      >
        You still find these messages in the portal.
        {failure}
      </Banner>
    );
  }
  return (
    <Banner
      tone="success"
      role="status"
      title={`You get no mails of this kind: ${label}`}
      actions={<Button onClick={() => choose({ key, label, from: delivery, to: before })}>Turn on again</Button>}
    >
      {delivery === 'portal' ? 'You find these messages in the portal.' : 'You do not find them in the portal either.'}
      {failure}
    </Banner>
  );
}
