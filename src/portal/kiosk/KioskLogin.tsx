import { useState } from 'react';
import type { DeviceKind, PairedDevice } from '../../../domain/calls/kiosk.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { IdentifyForm } from './IdentifyForm.tsx';
import layout from '../../ui/layout.module.css';
import styles from './Kiosk.module.css';
import { UnpairDialog } from './UnpairDialog.tsx';

/** The kiosk's home while no one is logged in. Controls are in the lower half, within reach from a wheelchair. */
export function KioskLogin({ device }: { device: Extract<PairedDevice, { kind: DeviceKind }> }) {
  const [isUnpairing, setIsUnpairing] = useState(false);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.place}>{device.center.name}</p>
        <h1 tabIndex={-1}>Select your login method</h1>
      </header>
      <div className={layout.stack6}>
        <IdentifyForm />
        <nav aria-label="Without logging in" className={styles.links}>
          <ButtonLink to={`/centers/view/${device.center.id}`} icon="map-pin">
            {device.center.name} today
          </ButtonLink>
          <ButtonLink to="/signup/upcomingworkshops" icon="calendar-range">
            Upcoming events
          </ButtonLink>
          <Button variant="quiet" icon="lock" onClick={() => setIsUnpairing(true)}>
            Unpair this display
          </Button>
        </nav>
      </div>
      {isUnpairing && <UnpairDialog device={device} onClose={() => setIsUnpairing(false)} />}
    </div>
  );
}
