import { formatCount, formatInstant } from '../../../domain/values/formats.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useModel } from '../../app/useModel.ts';
import styles from './Door.module.css';
import { STATUSES } from './marks/doorTexts.ts';
import type { DoorMarks } from './marks/useDoorMarks.ts';

/** What is stored on this device: marks that wait for the connection, and those that were refused when it was back. */
export function PendingMarks({ marks: { queue, retry, dismiss } }: { marks: DoorMarks }) {
  const { site } = useModel();
  const { pending, refused, isWaiting } = queue;
  return (
    <>
      {isWaiting && pending.length > 0 && (
        <div className={styles.notice}>
          <Banner
            tone="warning"
            title={`${formatCount(pending.length, 'mark', 'marks')} not sent yet`}
            actions={
              <Button size="small" icon="refresh-cw" onClick={retry}>
                Send now
              </Button>
            }
          >
            Stored on this device, even when the page is closed. Sent when you are back online.
          </Banner>
        </div>
      )}
      {refused.length > 0 && (
        <section aria-labelledby="refused-marks" className={styles.notice}>
          <h2 id="refused-marks" className={styles.heading}>
            Refused marks to resolve
          </h2>
          <p className={styles.facts}>These marks were made offline and can no longer be applied.</p>
          <ul className={styles.tickets}>
            {refused.map((mark) => (
              <li key={mark.key} className={styles.ticket}>
                <div className={styles.who}>
                  <span className={styles.name}>{mark.name}</span>
                  <span className={styles.facts}>
                    {STATUSES[mark.to].label}, {formatInstant(mark.at, site.timezone)}. {mark.words}
                  </span>
                </div>
                <div className={styles.buttons}>
                  <Button size="small" icon="check" aria-label={`Resolved: ${mark.name}`} onClick={() => dismiss(mark)}>
                    Resolved
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
