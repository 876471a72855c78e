import type { SiteDisplaySettings } from '../../../domain/calls/content.ts';
import type { PageLook } from '../../../domain/content/document.ts';
import { imageSrcSet, imageUrl } from '../../../domain/values/images.ts';
import { classNames } from '../../ui/classNames.ts';
import styles from './PageBackground.module.css';

export interface PageBackgroundProps {
  look: PageLook | null;
  settings: Pick<SiteDisplaySettings, 'darkBackgroundURL' | 'lightBackgroundURL'>;
}

/** The page's background picture: its own, or that of the current theme, which the user may have chosen. */
export function PageBackground({ look, settings }: PageBackgroundProps) {
  if (look?.theme === 'none') return null;
  const { darkBackgroundURL: dark, lightBackgroundURL: light } = settings;
  const own = look?.backgroundUrl ?? null;
  if (own !== null && own !== dark && own !== light)
    return (
      <div className={styles.ground}>
        <Picture file={own} />
      </div>
    );
  if (dark === null && light === null) return null;
  return (
    <div className={styles.ground}>
      {dark !== null && <Picture file={dark} className={styles.onDark} isOneOfTwo />}
      {light !== null && <Picture file={light} className={styles.onLight} isOneOfTwo />}
    </div>
  );
}

interface PictureProps {
  file: string;
  className?: string | undefined;
  isOneOfTwo?: boolean;
}

/** Where there are two pictures, only the visible one is loaded. */
function Picture({ file, className, isOneOfTwo = false }: PictureProps) {
  return (
    <img
      className={classNames(styles.picture, className)}
      src={imageUrl(file)}
      srcSet={imageSrcSet(file)}
      sizes="100vw"
      alt=""
      decoding="async"
      fetchPriority="low"
      {...(isOneOfTwo ? { loading: 'lazy' as const } : {})}
    />
  );
}
