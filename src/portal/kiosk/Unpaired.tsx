import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { CenterChoice } from '../../../domain/calls/centers.ts';
import { callQuery } from '../../app/callApi.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import layout from '../../ui/layout.module.css';
import { CenterDisplay } from '../center/CenterPage.tsx';
import styles from './Kiosk.module.css';
import { PairDevice } from './PairDevice.tsx';

/** A browser that is no device: what visitors see of the center, and the offer to pair it. It cannot identify anyone. */
export function Unpaired() {
  const { locationId: given } = useParams();
  const locationId = given === undefined ? null : Number(given);
  const { data: centers = [], isPending } = useQuery(callQuery('GET /api/centers/views'));
  const center = centerAt(centers, locationId);
  return (
    <>
      {center !== undefined && <CenterDisplay key={center.id} id={center.id} />}
      <div className={styles.unpaired}>
        <header className={styles.head}>
          {center === undefined && !isPending && <h1 tabIndex={-1}>Kiosk</h1>}
          <p>This display is not paired with a center. It cannot identify anyone.</p>
        </header>
        <PairDevice title="Pair this display" kind="kiosk" locationId={locationId} />
        <nav aria-label="Without pairing" className={layout.toolbar3}>
          {center === undefined &&
            centers.map(({ id, name }) => (
              <ButtonLink key={id} to={`/centers/view/${id}`} icon="map-pin">
                {name} today
              </ButtonLink>
            ))}
          <ButtonLink to="/signup/upcomingworkshops" icon="calendar-range">
            Upcoming events
          </ButtonLink>
        </nav>
      </div>
    </>
  );
}

/** The center of the location in the address, or the only one there is. */
function centerAt(centers: readonly CenterChoice[], locationId: number | null): CenterChoice | undefined {
  const [only] = centers.length === 1 ? centers : [];
  return locationId === null ? only : centers.find((center) => center.locationId === locationId);
}
