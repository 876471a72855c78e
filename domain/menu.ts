import { holdsAny } from './actor.ts';
import type { MenuEntry, RouteDeclaration } from './model.ts';
import type { Visitor } from './route-guard.ts';

export interface MenuView {
  visitor: Visitor;
  isMobile: boolean;
  /** The route an in-app path leads to; an entry that leads nowhere is not shown. */
  routeAt: (path: string) => RouteDeclaration | undefined;
  /** Resources whose list this visitor may read. */
  listable: ReadonlySet<string>;
}

/**
 * What of the menu this visitor sees: never an entry that the guard would refuse, never a group without entries. What any
 * account may do shows to those without a login too: the guard asks for it.
 */
export function visibleMenu(menu: readonly MenuEntry[], view: MenuView): MenuEntry[] {
  const visible: MenuEntry[] = [];
  for (const entry of menu) {
    if (!isVisible(entry, view)) continue;
    if (entry.entries === undefined) visible.push(entry);
    else {
      const entries = visibleMenu(entry.entries, view);
      if (entries.length > 0) visible.push({ ...entry, entries });
    }
  }
  return visible;
}

function isVisible(entry: MenuEntry, { visitor, isMobile, routeAt, listable }: MenuView): boolean {
  if (!holdsAny(visitor.roles, entry.roles)) return false;
  if (entry.noKiosk === true && visitor.isKiosk) return false;
  if (entry.hiddenOnMobile === true && isMobile) return false;
  if (entry.when !== undefined && (entry.when === 'loggedIn') !== visitor.isLoggedIn) return false;
  if (entry.to === undefined || entry.newTab === true || entry.action !== undefined) return true;
  const route = routeAt(entry.to);
  if (route === undefined) return false;
  if (visitor.isKiosk && !route.kioskAllowed) return false;
  if (route.setting !== undefined && visitor.switchedOff?.includes(route.setting) === true) return false;
  if (!holdsAny(visitor.roles, route.requiredRoles)) return false;
  return !route.screen.startsWith('resource:') || listable.has(route.screen.slice('resource:'.length));
}
