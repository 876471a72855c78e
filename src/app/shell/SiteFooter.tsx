import type { SiteDisplaySettings } from '../../../domain/content.ts';
import { RichText } from '../../ui/RichText.tsx';
import styles from './SiteFooter.module.css';

/** At the end of every page; nothing where none is set. */
export function SiteFooter({ settings }: { settings: Pick<SiteDisplaySettings, 'footer'> }) {
  const html = settings.footer?.trim() ?? '';
  if (html === '') return null;
  return (
    <footer className={styles.footer}>
      <RichText className={styles.text ?? ''} html={html} />
    </footer>
  );
}
