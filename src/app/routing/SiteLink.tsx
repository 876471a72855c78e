import { useId, type ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { isPageHref, linkHref } from '../../../domain/values/links.ts';
import { matchRoute } from '../../../domain/access/match-route.ts';
import { preloadScreen } from './screens.ts';
import { useModel } from '../useModel.ts';

export interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> {
  /** An address as users enter it (domain/values/links.ts); an invalid one renders as plain text. */
  to: string;
  /** Opens a new tab even for pages of this site and mail addresses. */
  isNewTab?: boolean;
}

/** Pages of this site are opened in the app; other web addresses open in a new tab, which is announced. */
export function SiteLink({ to, isNewTab = false, children, ...rest }: SiteLinkProps) {
  const { routes } = useModel();
  const newTab = useId();
  const href = linkHref(to);
  if (href === null) return <span className={rest.className}>{children}</span>;
  if (isPageHref(href) && !isNewTab) {
    const preload = () => preloadScreen(matchRoute(href.replace(/[?#].*$/, ''), routes)?.route);
    return (
      <Link {...rest} to={href} onPointerEnter={preload} onFocus={preload}>
        {children}
      </Link>
    );
  }
  if (/^(mailto|tel):/i.test(href) && !isNewTab)
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    );
  const labels = rest['aria-labelledby'];
  return (
    <a
      {...rest}
      {...(labels === undefined ? {} : { 'aria-labelledby': `${labels} ${newTab}` })}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <span id={newTab} className="visually-hidden">
        {' '}
        (opens in a new tab)
      </span>
    </a>
  );
}
