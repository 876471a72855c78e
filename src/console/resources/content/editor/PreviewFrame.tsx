import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, MouseEvent } from 'react';
import type { ContentPage } from '../../../../../domain/calls/pages.ts';
import { imageUrl } from '../../../../../domain/values/images.ts';
import { ContentPageView } from '../../../../content/ContentPageView.tsx';
import { classNames } from '../../../../ui/classNames.ts';
import styles from './preview.module.css';

interface PreviewFrameProps {
  page: ContentPage;
  mode: 'desktop' | 'phone';
  theme: 'light' | 'dark';
  /** Position of the selected card, 1-based; 0 or null for none. */
  selected: number | null;
  onSelect: (place: number) => void;
}

/** Device widths in CSS pixels, scaled down to the available width. */
const WIDTHS = { desktop: 1280, phone: 390 } as const;

/** The page at the width of a device, scaled to fit. A click selects the card; links and buttons are inert. */
export function PreviewFrame({ page, mode, theme, selected, onSelect }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const { scale, height } = useScale(box, sheet, WIDTHS[mode]);
  useMark(box, sheet, selected, page);
  const choose = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const card = event.target instanceof Element ? event.target.closest('[id^="card-"]') : null;
    // A divider is rendered inside its section, before the cells of the cards.
    const place = Number(card?.id.slice('card-'.length));
    if (Number.isInteger(place) && place > 0) onSelect(place);
  };
  const picture = page.theme === 'none' ? null : page.backgroundUrl;
  return (
    <div
      ref={box}
      className={classNames(styles.frame, picture !== null && styles.onPicture, mode === 'phone' && styles.phone)}
      data-theme={theme}
      role="region"
      aria-label="Preview of the page"
      // It scrolls, by keyboard too.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onClickCapture={choose}
      style={picture === null ? undefined : ({ '--preview-ground': `url("${imageUrl(picture)}")` } as CSSProperties)}
    >
      <div className={styles.scaled} style={{ height: height * scale }}>
        <div ref={sheet} className={styles.sheet} style={{ width: WIDTHS[mode], transform: `scale(${scale})` }}>
          <ContentPageView page={page} mode={mode} titleLevel={2} />
        </div>
      </div>
    </div>
  );
}

/** The scale of the sheet, and its unscaled height. */
function useScale(
  box: { readonly current: HTMLElement | null },
  sheet: { readonly current: HTMLElement | null },
  width: number,
) {
  const [measured, setMeasured] = useState({ room: width, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!box.current || !sheet.current) return;
      const next = { room: box.current.clientWidth, height: sheet.current.offsetHeight };
      setMeasured((before) => (before.room === next.room && before.height === next.height ? before : next));
    };
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    if (sheet.current) observer.observe(sheet.current);
    measure();
    return () => observer.disconnect();
  }, [box, sheet]);
  return { scale: Math.min(1, measured.room / width), height: measured.height };
}

/** Marks the card being edited and scrolls it into view within the frame. */
function useMark(
  box: { readonly current: HTMLElement | null },
  sheet: { readonly current: HTMLElement | null },
  selected: number | null,
  page: ContentPage,
): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const card = selected ? sheet.current?.querySelector<HTMLElement>(`#card-${selected}`) : null;
    card?.setAttribute('data-chosen', '');
    if (card && box.current && last.current !== selected) {
      const [inner, outer] = [card.getBoundingClientRect(), box.current.getBoundingClientRect()];
      const isSeen = inner.top >= outer.top && inner.bottom <= outer.bottom;
      if (!isSeen) box.current.scrollBy(0, inner.top - outer.top - Math.max(16, (outer.height - inner.height) / 2));
    }
    last.current = selected;
    return () => card?.removeAttribute('data-chosen');
  }, [box, sheet, selected, page]);
}
