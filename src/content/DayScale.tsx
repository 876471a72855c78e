import { useEffect, useRef } from 'react';
import { DAY_CARD } from '../../domain/constants.ts';
import type { CalendarEvent } from '../../domain/calendar.ts';
import { hourText } from '../../domain/hour-text.ts';
import { dayBlocks, type DayScaleHours } from './dayLayout.ts';
import { momentText } from './momentText.ts';
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
  const hours = Array.from({ length: scale.to - scale.from + 1 }, (_, index) => scale.from + index);
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
          <div key={hour} className={styles.hour} style={{ top: rem(offset(hour)) }} aria-hidden="true">
            <span>{hourText(hour)}</span>
          </div>
        ))}
        <ol className={styles.events}>
          {dayBlocks(events, date, scale).map(({ event, top, height, column, columns }) => (
            <li
              key={`${event.kind} ${event.id} ${event.start}`}
              style={{
                top: rem(top),
                height: rem(height),
                left: `${(column / columns) * 100}%`,
                width: `${100 / columns}%`,
              }}
            >
              <button type="button" className={styles.event} aria-haspopup="dialog" onClick={() => onChoose(event)}>
                <span
                  className={styles.words}
                  style={{ height: rem(linesIn(height) * LINE) }}
                  data-lines={linesIn(height) === 1 ? 'one' : 'several'}
                >
                  <span className={styles.time}>
                    <Start text={momentText(event.start, date)} />
                    <span className={styles.end}> – {momentText(event.end, date)}</span>
                  </span>{' '}
                  <span className={styles.title} style={{ WebkitLineClamp: linesIn(height) - 1 || undefined }}>
                    {event.title}
                  </span>
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

/** "9:30 AM", of which a narrow block keeps "9:30": the scale beside it has the rest. */
function Start({ text }: { text: string }) {
  const [half = ''] = / [AP]M$/.exec(text) ?? [];
  return (
    <>
      {text.slice(0, text.length - half.length)}
      <span className={styles.half}>{half}</span>
    </>
  );
}

const LINE = 18;
const ROOM = 6;

/** A line that does not fit is omitted rather than cut off. */
function linesIn(height: number): number {
  return Math.max(1, Math.floor((height - ROOM) / LINE));
}

/** Pixels at the default text size, as rem, so that the scale grows with the text. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}
