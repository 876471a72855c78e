import type { SiteDisplaySettings } from '../../../domain/content.ts';
import { RichText } from '../../ui/RichText.tsx';
import { WarningBanner } from './WarningBanner.tsx';
import styles from './Banners.module.css';

export type BannerSettings = Pick<SiteDisplaySettings, 'bannerMessage' | 'welcomeMessage'>;

/** The site's warning and welcome messages above each page; renders nothing where neither is set. */
export function Banners({ settings }: { settings: BannerSettings }) {
  const warning = settings.bannerMessage?.trim() ?? '';
  const welcome = settings.welcomeMessage?.trim() ?? '';
  if (warning === '' && welcome === '') return null;
  return (
    <aside className={styles.banners} aria-label="Announcements">
      {warning !== '' && <WarningBanner key={warning} text={warning} />}
      {welcome !== '' && (
        <div className={styles.welcome}>
          <RichText html={welcome} />
        </div>
      )}
    </aside>
  );
}
