import { useRef, useState, type CSSProperties } from 'react';
import { MARQUEE_DELAY, MARQUEE_SPEED } from '../../../domain/constants.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useOverflow } from './useOverflow.ts';
import styles from './WarningBanner.module.css';

/** auto: moves unless somebody points at it or the focus is in it. */
type Motion = 'auto' | 'paused' | 'playing';

/** Between the end of the text and its next beginning, in px. */
const GAP = 80;

/**
 * One line. It moves only where it does not fit, after 2 s, and stands still, on as many lines as it takes, for those who asked
 * for less motion.
 */
export function WarningBanner({ text }: { text: string }) {
  const line = useRef<HTMLDivElement>(null);
  const width = useOverflow(line);
  const [motion, setMotion] = useState<Motion>('auto');
  const isMoving = width !== null;
  const measures = {
    '--marquee-gap': `${GAP}px`,
    '--marquee-delay': `${MARQUEE_DELAY}s`,
    ...(isMoving
      ? { '--marquee-way': `${-(width + GAP)}px`, '--marquee-time': `${(width + GAP) / MARQUEE_SPEED}s` }
      : {}),
  };
  return (
    <div className={styles.banner} data-motion={motion} style={measures as CSSProperties}>
      <Icon name="triangle-alert" label="Warning" />
      <div ref={line} className={styles.line}>
        <p className={isMoving ? styles.moving : undefined}>
          <span>{text}</span>
          {isMoving && (
            <span className={styles.again} aria-hidden="true">
              {text}
            </span>
          )}
        </p>
      </div>
      {isMoving && (
        <IconButton
          icon={motion === 'paused' ? 'play' : 'pause'}
          label={motion === 'paused' ? 'Let the warning move' : 'Stop the warning'}
          size="small"
          className={styles.pause ?? ''}
          onClick={() => setMotion(motion === 'paused' ? 'playing' : 'paused')}
        />
      )}
    </div>
  );
}
