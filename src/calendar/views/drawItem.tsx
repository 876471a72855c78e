import type { ClockHours } from '../../../domain/values/formats.ts';
import type { CSSProperties, ReactElement } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { PlacedItem } from '../layout/placement.ts';
import type { Part } from '../layout/timeBoxes.ts';
import { itemLabel } from '../layout/texts.ts';
import styles from './items.module.css';

export interface ItemLook {
  className: string | undefined;
  style?: CSSProperties;
  /** Shown with the title: the time, the kind. */
  meta: string;
  part: Part;
  clock?: ClockHours | undefined;
  place?: string | undefined;
  opens: boolean;
  /** Columns over which a bar lies. */
  span?: number;
  /** Reached by Tab: one of all, where no cell or slot is. */
  isStop?: boolean;
  hasHandle?: boolean;
  /** Its words are wrapped: of their lines, those that fit are shown. */
  isWrapped?: boolean;
}

/** A segment of an item: one element, without handlers of its own. Its time is the pseudo-element that the style sheet places. */
export function drawItem(placed: PlacedItem, key: string, look: ItemLook): ReactElement {
  const { item } = placed;
  const { className = '', style, meta, part, clock, place, opens, span, isStop, hasHandle, isWrapped } = look;
  const icon = item.icon !== undefined && <Icon name={item.icon} size={13} className={styles.icon} />;
  // A title alone is set as text: an element less to reconcile for each of thousands.
  const hasMore = item.icon !== undefined || hasHandle === true || isWrapped === true;
  return (
    <div
      key={key}
      role={opens ? 'button' : 'group'}
      tabIndex={isStop === true ? 0 : -1}
      className={`${styles.item} ${isWrapped === true ? `${styles.wrapped} ` : ''}${className}${marksOf(placed)}`}
      style={item.color === undefined ? style : { ...style, ...({ '--item': item.color } as CSSProperties) }}
      data-item={item.id}
      data-part={part}
      data-span={span}
      data-meta={isWrapped === true ? undefined : meta}
      aria-label={itemLabel(placed, place, clock)}
    >
      {hasMore ? (
        <>
          {isWrapped === true ? (
            <span className={styles.words} data-meta={meta}>
              {icon}
              {item.title}
            </span>
          ) : (
            <>
              {icon}
              {item.title}
            </>
          )}
          {hasHandle === true && <span className={styles.handle} data-handle="end" />}
        </>
      ) : (
        item.title
      )}
    </div>
  );
}

function marksOf({ item, isReversed }: PlacedItem): string {
  let names = '';
  if (item.color !== undefined) names += ` ${styles.colors}`;
  if (item.background === true) names += ` ${styles.background}`;
  if (item.cancelled === true) names += ` ${styles.cancelled}`;
  if (item.tentative === true) names += ` ${styles.tentative}`;
  if (item.saving === true) names += ` ${styles.saving}`;
  if (item.conflict !== undefined || isReversed) names += ` ${styles.conflict}`;
  return names;
}
