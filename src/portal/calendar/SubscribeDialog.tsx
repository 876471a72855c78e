import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/buttonClass.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { feedPath } from './calendarCalls.ts';
import styles from './CalendarScreen.module.css';

export interface SubscribeDialogProps {
  places: readonly { id: number; displayName: string }[];
  onClose: () => void;
}

/** How a calendar program follows the calendar of a place. */
export default function SubscribeDialog({ places, onClose }: SubscribeDialogProps) {
  return (
    <Dialog
      title="Subscribe"
      onClose={onClose}
      closeButton
      width={560}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={layout.stack4}>
        <p>Your calendar program then shows what takes place here, and follows every change by itself.</p>
        {places.map(({ id, displayName }) => (
          <section key={id} className={layout.stack2} aria-label={displayName}>
            {places.length > 1 && <h3>{displayName}</h3>}
            <code className={styles.feed}>{feedAddress(id)}</code>
            <div className={layout.toolbar2}>
              <a className={buttonClass({ variant: 'secondary', size: 'small' })} href={webcalAddress(id)}>
                <Icon name="calendar-plus" />
                Open in a calendar program
                {places.length > 1 && <span className="visually-hidden">: {displayName}</span>}
              </a>
              <CopyButton text={feedAddress(id)} label="Copy address" of={`of ${displayName}`} />
            </div>
          </section>
        ))}
        <dl className={styles.programs}>
          <dt>Apple Calendar</dt>
          <dd>Press “Open in a calendar program”, then “Subscribe”.</dd>
          <dt>Google Calendar</dt>
          <dd>Copy the address. Beside “Other calendars”, press “+”, then “From URL”, and paste it.</dd>
          <dt>Outlook</dt>
          <dd>Copy the address. Press “Add calendar”, then “Subscribe from web”, and paste it.</dd>
        </dl>
      </div>
    </Dialog>
  );
}

function feedAddress(id: number): string {
  return `${window.location.origin}${feedPath(id)}`;
}

function webcalAddress(id: number): string {
  return feedAddress(id).replace(/^https?:/, 'webcal:');
}
