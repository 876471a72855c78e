import { useStore } from '../../app/createStore.ts';
import { kioskStore } from '../../app/kioskStore.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useSession } from '../../app/useSession.ts';
import { KioskLogin } from './KioskLogin.tsx';
import { PersonHome } from './PersonHome.tsx';
import { Unpaired } from './Unpaired.tsx';

const SelfCheckIn = lazyComponent(() => import('./checkin/SelfCheckIn.tsx').then((module) => module.SelfCheckIn));

/** /kiosk and /kiosk/{locationId}: the device's own center decides what a paired kiosk shows, not its address. */
export function KioskPage() {
  const device = useStore(kioskStore);
  const { isLoggedIn } = useSession();
  if (device?.kind === 'selfCheckIn') return <SelfCheckIn />;
  if (device?.kind !== 'kiosk') return <Unpaired />;
  return isLoggedIn ? <PersonHome /> : <KioskLogin device={device} />;
}
