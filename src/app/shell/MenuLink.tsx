import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { preloadScreen } from '../routing/screens.ts';
import { useModel } from '../useModel.ts';
import { leaveAndLogOut } from './leaveAndLogOut.ts';
import { useMenuName } from './MenuBadge.tsx';

export interface MenuLinkProps {
  entry: MenuEntry;
  isCurrent: boolean;
  className?: string | undefined;
  onChosen?: () => void;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement & HTMLButtonElement>;
}

export function MenuLink({ entry, isCurrent, className, onChosen, children, ref }: MenuLinkProps) {
  const { routes } = useModel();
  const name = useMenuName(entry);
  if (entry.action === 'logout') {
    return (
      <button
        ref={ref}
        type="button"
        className={className}
        onClick={() => {
          onChosen?.();
          void leaveAndLogOut();
        }}
      >
        {children}
      </button>
    );
  }
  const to = entry.to ?? '/';
  if (entry.newTab === true) {
    return (
      <a ref={ref} href={to} target="_blank" rel="noopener noreferrer" className={className} onClick={onChosen}>
        {children}
      </a>
    );
  }
  const preload = () => preloadScreen(matchRoute(to, routes)?.route);
  return (
    <Link
      ref={ref}
      to={to}
      className={className}
      aria-label={name}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onChosen}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </Link>
  );
}
