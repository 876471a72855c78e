import { useState } from 'react';
import type { LinkedChoices } from '../../../../domain/calls/messages.ts';
import { DAILY_MAIL, isMailed, type Delivery } from '../../../../domain/messages/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { ChoiceCalls } from './messageChoices.ts';
import { useChoices } from './useChoices.ts';

interface Kind {
  key: string;
  label: string;
  /** Which of its messages come anyway. */
  mandatoryNote: string | null;
  delivery: Delivery;
}

/** For the link of a mail that turns its kind off: a button, since programs that check mails follow links. */
export function Unsubscribe({ calls, choices }: { calls: ChoiceCalls; choices: LinkedChoices }) {
  const { chosen, failures, choose } = useChoices(calls);
  const [turnedOff, setTurnedOff] = useState<readonly Kind[]>([]);
  const isDaily = choices.category === DAILY_MAIL;
  const optional = choices.categories
    .filter(({ isRequired }) => !isRequired)
    .map(({ key, label, mandatoryNote, delivery }): Kind => ({
      ...{ key, label, mandatoryNote },
      delivery: chosen[key] ?? delivery,
    }));
  const meant = isDaily ? optional : optional.filter(({ key }) => key === choices.category);
  if (meant.length === 0) return null;
  const open = meant.filter(({ delivery }) => (isDaily ? delivery === 'digest' : isMailed(delivery)));
  const kinds = (some: readonly Kind[]) => some.map(({ label }) => label).join(', ');
  const notes = meant.flatMap(({ mandatoryNote }) => mandatoryNote ?? []);
  const mandatory = notes.map((note) => <p key={note}>{note}</p>);
  const reasons = [...new Set(meant.flatMap(({ key }) => failures[key] ?? []))];
  const failure = reasons.length === 0 ? null : <p role="alert">{reasons.join(' ')}</p>;
  if (open.length > 0) {
    const turnOff = () => {
      setTurnedOff(open);
      for (const { key, label, delivery } of open) choose({ key, label, from: delivery, to: 'portal' });
    };
    return (
      <Banner
        role="status"
        title={
          isDaily ? `Stop the daily digest? It contains: ${kinds(open)}` : `Stop emails of this kind: ${kinds(open)}?`
        }
        actions={
          <Button variant="primary" onClick={turnOff}>
            {isDaily ? 'Turn off the daily digest' : 'Turn off these emails'}
          </Button>
        }
      >
        These messages still appear in the portal.
        {mandatory}
        {failure}
      </Banner>
    );
  }
  const again =
    isDaily || turnedOff.length > 0 ? turnedOff : meant.map((kind) => ({ ...kind, delivery: 'mail' as const }));
  const turnOn = () => {
    for (const { key, label, delivery } of again) {
      const from = meant.find((kind) => kind.key === key)?.delivery ?? 'portal';
      choose({ key, label, from, to: delivery });
    }
  };
  return (
    <Banner
      tone="success"
      role="status"
      title={
        isDaily
          ? 'The daily digest is off'
          : `You get no ${notes.length > 0 ? 'optional ' : ''}emails of this kind: ${kinds(meant)}`
      }
      actions={again.length > 0 && <Button onClick={turnOn}>Turn on again</Button>}
    >
      {isDaily || meant.some(({ delivery }) => delivery === 'portal')
        ? 'These messages still appear in the portal.'
        : 'They do not appear in the portal either.'}
      {mandatory}
      {failure}
    </Banner>
  );
}
