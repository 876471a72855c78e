import { FULL_LOGO_ABOVE } from '../../../../domain/values/constants.ts';
import type { SiteDisplaySettings } from '../../../../domain/calls/content.ts';
import { imageUrl } from '../../../../domain/values/images.ts';
import { HeaderSearch } from '../../../app/search/HeaderSearch.tsx';
import { Banners } from '../../../app/shell/Banners.tsx';
import { HeaderBar } from '../../../app/shell/HeaderBar.tsx';
import { Logo, type LogoForm } from '../../../app/shell/Logo.tsx';
import { MegaMenu } from '../../../app/shell/megamenu/MegaMenu.tsx';
import { SiteFooter } from '../../../app/shell/SiteFooter.tsx';
import { PageBackground } from '../../../app/theme/PageBackground.tsx';
import { useModel } from '../../../app/useModel.ts';
import { Card } from '../../../ui/Card.tsx';
import { PreviewFrame } from '../../../ui/PreviewFrame.tsx';
import { DEVICES, PreviewPane } from '../../editing/PreviewPane.tsx';
import styles from './site.module.css';

/** The narrowest desktop that shows the full logo, so that text stays legible when scaled down. */
const WIDTHS = { desktop: FULL_LOGO_ABOVE + 40, phone: 390 } as const;

const FORMS: readonly { form: LogoForm; label: string }[] = [
  { form: 'lockup', label: 'Full' },
  { form: 'graphic', label: 'Graphic' },
  { form: 'square', label: 'Square' },
];

/** The effect of unsaved settings, rendered by the site's own components. */
export function SitePreview({ settings }: { settings: SiteDisplaySettings }) {
  const { productName } = useModel().site;
  return (
    <Card title="Preview" className={styles.preview}>
      <PreviewPane devices={DEVICES} theme="light">
        {(device, theme) => {
          const frame = { width: WIDTHS[device], theme, className: styles[device] };
          return (
            <>
              <figure className={styles.window} data-theme={theme}>
                <BrowserTab favicon={settings.faviconURL} title={productName} />
                <PreviewFrame {...frame} title={`A page, ${device}, ${theme}`}>
                  <PageBackground look={null} settings={settings} />
                  <HeaderContent settings={settings} productName={productName} isLocked={false} />
                  <Banners settings={settings} onDismiss={() => undefined} />
                  <MockPage />
                  <SiteFooter settings={settings} />
                </PreviewFrame>
              </figure>
              <figure>
                <figcaption className={styles.caption}>After scrolling</figcaption>
                <div className={styles.window} data-theme={theme}>
                  <PreviewFrame {...frame} title={`The header of a scrolled page, ${device}, ${theme}`}>
                    <HeaderContent settings={settings} productName={productName} isLocked />
                  </PreviewFrame>
                </div>
              </figure>
            </>
          );
        }}
      </PreviewPane>
      <figure>
        <figcaption className={styles.caption}>Logo sizes</figcaption>
        <ul className={styles.logos}>
          {FORMS.map(({ form, label }) => (
            <li key={form}>
              {(['light', 'dark'] as const).map((ground) => (
                <span key={ground} className={styles.logo} data-theme={ground}>
                  <Logo files={settings} productName={productName} isLocked={false} form={form} />
                </span>
              ))}
              <span className={styles.form}>{label}</span>
            </li>
          ))}
        </ul>
      </figure>
    </Card>
  );
}

function HeaderContent({
  settings,
  productName,
  isLocked,
}: {
  settings: SiteDisplaySettings;
  productName: string;
  isLocked: boolean;
}) {
  return (
    <HeaderBar settings={settings} productName={productName} isLocked={isLocked}>
      {settings.showBookstackSearch && <HeaderSearch />}
      <div className={styles.end}>
        <MegaMenu />
      </div>
    </HeaderBar>
  );
}

/** The browser tab of the site, among others. */
function BrowserTab({ favicon, title }: { favicon: string | null; title: string }) {
  return (
    <div className={styles.tabs} aria-hidden="true">
      <span className={styles.tab}>
        <img src={favicon === null ? '/favicon.svg' : imageUrl(favicon)} alt="" width={16} height={16} />
        <span className={styles.tabTitle}>{title}</span>
      </span>
    </div>
  );
}

/** A placeholder for page content. */
function MockPage() {
  return (
    <div className={styles.mock}>
      <span className={styles.mockTitle} />
      <span className={styles.mockLine} />
      <span className={styles.mockLine} />
      <span className={styles.mockShort} />
    </div>
  );
}
