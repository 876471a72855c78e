import { useRef } from 'react';
import type { ContentPage } from '../../domain/content.ts';
import { CardPage } from './CardPage.tsx';
import { HtmlContent } from './HtmlContent.tsx';
import { useCardFade } from './useCardFade.ts';
import styles from './ContentPageView.module.css';

export interface ContentPageViewProps {
  page: ContentPage;
  /** As on such a device, whatever the window's width: for previews. */
  mode?: 'phone' | 'desktop' | undefined;
  /** On a shared display: three columns, large targets. */
  kiosk?: boolean;
}

/** A content page as visitors see it: its heading, and its text or its cards. */
export function ContentPageView({ page, mode, kiosk = false }: ContentPageViewProps) {
  const root = useRef<HTMLDivElement>(null);
  useCardFade(root, mode);
  return (
    <div ref={root} className={styles.page} data-mode={mode} data-kiosk={kiosk || undefined}>
      {page.type === 'Standard' || page.type === 'Raw Html' ? <TextPage page={page} /> : <CardPage page={page} />}
    </div>
  );
}

function TextPage({ page: { title, type, data } }: { page: ContentPage }) {
  return (
    <article className={type === 'Standard' ? styles.standard : styles.raw}>
      <div className={styles.beside}>
        <h1 className={styles.title} tabIndex={-1}>{title}</h1>
        <HtmlContent html={data} look="page" hasFrames={type === 'Raw Html'} />
      </div>
    </article>
  );
}
