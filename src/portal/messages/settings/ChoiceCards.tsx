import type { ReactNode } from 'react';
import type { Choices } from '../../../../domain/calls/messages.ts';
import { DELIVERIES, type Delivery } from '../../../../domain/messages/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { AddressFails, NoAddress } from '../AddressFails.tsx';
import type { ChoiceCalls } from './messageChoices.ts';
import { QuietCard } from './QuietCard.tsx';
import { DELIVERY_LABELS, useChoices } from './useChoices.ts';
import styles from './CommunicationSettings.module.css';

/** The choices of one person, saved as they are made. `address`: in place of the words about where the mails go. */
export function ChoiceCards({
  calls,
  choices,
  address,
}: {
  calls: ChoiceCalls;
  choices: Choices;
  address?: ReactNode;
}) {
  return (
    <div className={styles.parts}>
      {address ?? (
        <>
          <MailAddress address={choices.address} />
          {choices.addressFails && <AddressFails />}
        </>
      )}
      <Categories calls={calls} categories={choices.categories} />
      <QuietCard calls={calls} quiet={choices.quiet} />
    </div>
  );
}

function MailAddress({ address }: Pick<Choices, 'address'>) {
  if (address === null) return <NoAddress />;
  return (
    <p className={styles.address}>
      <Icon name="mail" size={20} />
      <span>
        Emails go to <strong>{address}</strong>
      </span>
    </p>
  );
}

const OPTIONS = DELIVERIES.map((value) => ({ value, label: DELIVERY_LABELS[value] }));

function Categories({ calls, categories }: { calls: ChoiceCalls } & Pick<Choices, 'categories'>) {
  const { chosen, failures, choose } = useChoices(calls);
  const own = categories.filter(({ isRequired }) => !isRequired);
  const required = categories.filter(({ isRequired }) => isRequired);
  return (
    <>
      <Card title="What you choose">
        {own.map(({ key, label, description, mandatoryNote, delivery }) => (
          <div key={key} className={styles.category}>
            <SelectField
              label={label}
              help={description}
              error={failures[key]}
              options={OPTIONS}
              value={chosen[key] ?? delivery}
              onChange={(event) =>
                choose({ key, label, from: chosen[key] ?? delivery, to: event.target.value as Delivery })
              }
            />
            {mandatoryNote !== null && (
              <p className={styles.fixed}>
                <Icon name="lock" size={16} />
                <span>{mandatoryNote}</span>
              </p>
            )}
          </div>
        ))}
      </Card>
      {required.length > 0 && (
        <Card title="Required messages" description="Without these, you could miss something that only you can do.">
          <dl>
            {required.map(({ key, label, description, delivery }) => (
              <div key={key} className={styles.category}>
                <dt className={styles.label}>{label}</dt>
                <dd className={styles.description}>{description}</dd>
                <dd className={styles.fixed}>
                  <Icon name="lock" size={16} />
                  {DELIVERY_LABELS[delivery]}; this cannot be turned off.
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </>
  );
}
