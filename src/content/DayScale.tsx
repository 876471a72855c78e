import { useEffect, useRef } from 'react';
import { DAY_CARD } from '../../domain/constants.ts';
import type { CalendarEvent } from '../../domain/content.ts';
import { classNames } from '../ui/classNames.ts';
import { hourText } from '../../domain/hour-text.ts';
import { dayBlocks, momentText, type DayScaleHours } from './dayLayout.ts';
import styles from './DayScale.module.css';

export interface DayScaleProps {
  events: readonly CalendarEvent[];
  date: string;
  scale: DayScaleHours;
  /** The current hour; null on another day, or when unknown. */
  now: number | null;
  onChoose: (event: CalendarEvent) => void;
}

/** The events of a day on an hourly scale. */
export function DayScale({ events, date, scale, now, onChoose }: DayScaleProps) {
  const box = useRef<HTMLDivElement>(null);
  const offset = (hour: number): number => (hour - scale.from) * DAY_CARD.cellHeight;
  const nowTop = now !== null && now >= scale.from && now <= scale.to ? offset(now) : null;
  const isSettled = useRef(false);
  useEffect(() => {
    if (nowTop === null || isSettled.current || box.current === null) return;
    isSettled.current = true;
    box.current.scrollTop = box.current.clientHeight * (nowTop / DAY_CARD.height - 1 / 3);
  }, [nowTop]);
  const hours = Array.from({ length: scale.to - scale.from }, (_, index) => scale.from + index);
  return (
    <div
      ref={box}
      className={styles.box}
      style={{ height: rem(DAY_CARD.height) }}
      role="group"
      aria-label="Events today"
      // A longer day scrolls, by keyboard too.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div className={styles.scale} style={{ height: rem(offset(scale.to)) }}>
        {hours.map((hour) => (
          <div
            key={hour}
            className={styles.hour}
            style={{ top: rem(offset(hour)), height: rem(DAY_CARD.cellHeight) }}
            aria-hidden="true"
          >
            <span>{hourText(hour)}</span>
          </div>
        ))}
        <ol className={styles.events}>
          {dayBlocks(events, date, scale).map(({ event, top, height, column, columns }) => (
            <li
              key={event.id}
              style={{
                top: rem(top),
                height: rem(height),
                left: `${(column / columns) * 100}%`,
                width: `${100 / columns}%`,
              }}
            >
              <button type="button" className={styles.event} aria-haspopup="dialog" onClick={() => onChoose(event)}>
                <span
                  className={classNames(styles.words, wholeLines(height) === LINE && styles.oneLine)}
                  style={{ height: rem(wholeLines(height)) }}
                >
                  <span className={styles.title}>{event.title}</span>
                  <span className={styles.time}>{timesText(event, date)}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
        {nowTop !== null && <div className={styles.now} style={{ top: rem(nowTop) }} aria-hidden="true" />}
      </div>
    </div>
  );
}

const LINE = 18;
const ROOM = 6;

/** A line that does not fit is omitted rather than cut off. */
function wholeLines(height: number): number {
  return Math.max(1, Math.floor((height - ROOM) / LINE)) * LINE;
}

/** Pixels at the default text size, as rem, so that the scale grows with the text. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

function timesText({ start, end }: CalendarEvent, date: string): string {
  return `${momentText(start, date)} – ${momentText(end, date)}`;
}
