import { useState } from 'react';
import { useStore } from '../../app/createStore.ts';
import { personStore } from '../../app/kiosk/kioskSession.ts';
import { isReachable } from '../../app/menuEntries.ts';
import { useAccess } from '../../app/useAccess.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import styles from './Kiosk.module.css';
import { OwnSignUps } from './OwnSignUps.tsx';
import { Pickups } from './Pickups.tsx';
import { PinDialog } from './PinDialog.tsx';

const PROCESSING = '/scheduling/process';

/** What a person does at a kiosk. No name is shown: others stand behind. */
export function PersonHome() {
  const person = useStore(personStore);
  const access = useAccess();
  const [isEnteringPin, setIsEnteringPin] = useState(false);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>What would you like to do?</h1>
      </header>
      <div className={styles.panels}>
        <Pickups />
        <OwnSignUps />
      </div>
      <nav aria-label="Pages" className={styles.links}>
        <ButtonLink to="/signup/upcomingworkshops" icon="calendar-range">
          Upcoming events
        </ButtonLink>
        {isReachable(PROCESSING, access) && access.visitor.roles.length > 0 && person?.identifiedBy === 'pin' && (
          <ButtonLink to={PROCESSING} icon="ticket-check">
            Process events
          </ButtonLink>
        )}
        {person?.hasPin === true && person.identifiedBy === 'card' && (
          <Button icon="lock-keyhole" onClick={() => setIsEnteringPin(true)}>
            Staff: enter PIN
          </Button>
        )}
      </nav>
      {isEnteringPin && <PinDialog onClose={() => setIsEnteringPin(false)} />}
    </div>
  );
}
