import { formatInstant, formatInstantFully } from '../../../../domain/values/formats.ts';
import { useModel } from '../../../app/useModel.ts';
import styles from './debug.module.css';

/** An instant in the site's zone; a dash where there is none. */
export function Moment({ at }: { at: string | null }) {
  const { timezone } = useModel().site;
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)} className={styles.moment}>
      {formatInstant(at, timezone)}
    </time>
  );
}
