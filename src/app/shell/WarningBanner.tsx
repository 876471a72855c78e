import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { MARQUEE_DELAY, MARQUEE_SPEED } from '../../../domain/values/constants.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useOverflow } from './useOverflow.ts';
import styles from './WarningBanner.module.css';

/** auto: moves unless the banner is hovered or contains the focus. */
type Motion = 'auto' | 'paused' | 'playing';

/** Gap between the end of the text and its repetition, in px. */
const GAP = 80;

/** One line that starts to scroll after 2 s if it does not fit. Static and wrapped for users who prefer reduced motion. `children`: its buttons. */
export function WarningBanner({ text, children }: { text: string; children?: ReactNode }) {
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
          label={motion === 'paused' ? 'Start scrolling the warning' : 'Stop scrolling the warning'}
          size="small"
          className={styles.pause ?? ''}
          onClick={() => setMotion(motion === 'paused' ? 'playing' : 'paused')}
        />
      )}
      {children}
    </div>
  );
}
