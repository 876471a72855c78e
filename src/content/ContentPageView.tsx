import { useRef } from 'react';
import type { ContentPage } from '../../domain/calls/pages.ts';
import { CardPage } from './CardPage.tsx';
import { HtmlContent } from './cards/HtmlContent.tsx';
import { useCardFade } from './useCardFade.ts';
import styles from './ContentPageView.module.css';

export interface ContentPageViewProps {
  page: ContentPage;
  /** Renders as on this device at any window width, for previews. */
  mode?: 'phone' | 'desktop' | undefined;
  /** For shared displays: three columns, large targets. */
  kiosk?: boolean;
  /** Also read from afar, on large displays. */
  display?: boolean;
  /** Heading level of the page's title; 2 when embedded in another page. Default: 1. */
  titleLevel?: 1 | 2;
}

export function ContentPageView({ page, mode, kiosk = false, display = false, titleLevel = 1 }: ContentPageViewProps) {
  const root = useRef<HTMLDivElement>(null);
  useCardFade(root, mode);
  return (
    <div
      ref={root}
      className={styles.page}
      data-mode={mode}
      data-kiosk={kiosk || undefined}
      data-display={display || undefined}
    >
      {page.type === 'Standard' || page.type === 'Raw Html' ? (
        <TextPage page={page} titleLevel={titleLevel} />
      ) : (
        <CardPage page={page} titleLevel={titleLevel} />
      )}
    </div>
  );
}

function TextPage({ page: { title, type, data }, titleLevel }: { page: ContentPage; titleLevel: 1 | 2 }) {
  const Title = `h${titleLevel}` as const;
  return (
    <article className={styles.text}>
      <Title className={styles.title} tabIndex={-1}>
        {title}
      </Title>
      <HtmlContent html={data} look="page" under={titleLevel} hasFrames={type === 'Raw Html'} hasAnchors />
    </article>
  );
}
