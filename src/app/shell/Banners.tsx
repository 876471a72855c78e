import { useState } from 'react';
import type { SiteDisplaySettings } from '../../../domain/calls/content.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { bannerKey, dismissBanner, useDismissedBanners, type BannerName } from './dismissedBanners.ts';
import { focusMain } from './focusMain.ts';
import { WarningBanner } from './WarningBanner.tsx';
import styles from './Banners.module.css';

export type BannerSettings = Pick<SiteDisplaySettings, 'bannerMessage' | 'welcomeMessage'>;

/** The banners above a page that have not been dismissed; staff pages have no welcome message. */
export function SiteBanners({ settings, isStaff }: { settings: BannerSettings; isStaff: boolean }) {
  const dismissed = useDismissedBanners();
  const [announced, setAnnounced] = useState('');
  const { warning, welcome } = bannerTexts(settings);
  return (
    <>
      <Banners
        settings={{
          bannerMessage: dismissed.warning === bannerKey(warning) ? null : warning,
          welcomeMessage: isStaff || dismissed.welcome === bannerKey(welcome) ? null : welcome,
        }}
        onDismiss={(name, text) => {
          dismissBanner(name, text);
          setAnnounced(name === 'warning' ? 'Warning dismissed' : 'Welcome message dismissed');
          focusMain();
        }}
      />
      <span aria-live="polite" className="visually-hidden">
        {announced}
      </span>
    </>
  );
}

export interface BannersProps {
  settings: BannerSettings;
  onDismiss: (name: BannerName, text: string) => void;
}

/** The site's warning and welcome messages; renders nothing where neither is set. */
export function Banners({ settings, onDismiss }: BannersProps) {
  const { warning, welcome } = bannerTexts(settings);
  if (warning === '' && welcome === '') return null;
  return (
    <aside className={styles.banners} aria-label="Announcements">
      {warning !== '' && (
        <div key={warning} data-banner={bannerKey(warning)}>
          <WarningBanner text={warning}>
            <DismissButton label="Dismiss the warning" onClick={() => onDismiss('warning', warning)} />
          </WarningBanner>
        </div>
      )}
      {welcome !== '' && (
        <div className={styles.welcome} data-welcome="" data-banner={bannerKey(welcome)}>
          <RichText className={styles.text ?? ''} html={welcome} />
          <DismissButton label="Dismiss the welcome message" onClick={() => onDismiss('welcome', welcome)} />
        </div>
      )}
    </aside>
  );
}

function bannerTexts({ bannerMessage, welcomeMessage }: BannerSettings): Record<BannerName, string> {
  return { warning: bannerMessage?.trim() ?? '', welcome: welcomeMessage?.trim() ?? '' };
}

function DismissButton({ label, onClick }: { label: string; onClick: () => void }) {
  return <IconButton icon="x" size="small" label={label} className={styles.dismiss ?? ''} onClick={onClick} />;
}
