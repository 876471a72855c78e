import { buttonClass } from '../../ui/buttonClass.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './FeedAddress.module.css';

export interface FeedAddressProps {
  /** "/api/ViewScheduling/Feed/3.ics" */
  path: string;
  name: string;
  /** Whether the name is said with the link: there are several. */
  isOneOfMany?: boolean;
}

/** The address of a feed, to be opened in a calendar program or copied. */
export function FeedAddress({ path, name, isOneOfMany = false }: FeedAddressProps) {
  const address = `${window.location.origin}${path}`;
  return (
    <div className={layout.stack2}>
      <code className={styles.feed}>{address}</code>
      <div className={layout.toolbar2}>
        <a
          className={buttonClass({ variant: 'secondary', size: 'small' })}
          href={address.replace(/^https?:/, 'webcal:')}
        >
          <Icon name="calendar-plus" />
          Open in a calendar app
          {isOneOfMany && <span className="visually-hidden">: {name}</span>}
        </a>
        <CopyButton text={address} label="Copy address" of={`of ${name}`} />
      </div>
    </div>
  );
}

export function FeedPrograms() {
  return (
    <dl className={styles.programs}>
      <dt>Apple Calendar</dt>
      <dd>Select “Open in a calendar app”, then “Subscribe”.</dd>
      <dt>Google Calendar</dt>
      <dd>Copy the address. Next to “Other calendars”, select “+”, then “From URL”, and paste it.</dd>
      <dt>Outlook</dt>
      <dd>Copy the address. Select “Add calendar”, then “Subscribe from web”, and paste it.</dd>
    </dl>
  );
}
