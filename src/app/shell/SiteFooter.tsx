import type { SiteDisplaySettings } from '../../../domain/calls/content.ts';
import { RichText } from '../../ui/RichText.tsx';
import styles from './SiteFooter.module.css';

export function SiteFooter({ settings }: { settings: Pick<SiteDisplaySettings, 'footer'> }) {
  const html = settings.footer?.trim() ?? '';
  if (html === '') return null;
  return (
    <footer className={styles.footer}>
      <RichText className={styles.text ?? ''} html={html} />
    </footer>
  );
}
