import { holdsAny } from './actor.ts';
import type { AddressSetting, MenuEntry, RouteDeclaration } from './model.ts';
import type { Visitor } from './route-guard.ts';

export interface MenuView {
  visitor: Visitor;
  isMobile: boolean;
  /** The route of an in-app path; entries without a route are hidden. */
  routeAt: (path: string) => RouteDeclaration | undefined;
  /** Resources whose list this caller may read. */
  listable: ReadonlySet<string>;
  /** The addresses of other sites in the site settings. Default: none. */
  addresses?: Readonly<Partial<Record<AddressSetting, string | null>>>;
}

/**
 * The menu as this caller sees it: no entry that the route guard would refuse, no empty group. Entries open to any account are shown
 * to visitors too, because the guard then asks them to log in.
 */
export function visibleMenu(menu: readonly MenuEntry[], view: MenuView): MenuEntry[] {
  const visible: MenuEntry[] = [];
  for (const declared of menu) {
    const entry = withAddress(declared, view);
    if (entry === null || !isVisible(entry, view)) continue;
    if (entry.entries === undefined) visible.push(entry);
    else {
      const entries = visibleMenu(entry.entries, view);
      if (entries.length > 0) visible.push({ ...entry, entries });
    }
  }
  return visible;
}

/** The entry with its address from the site settings; null where they have none. */
function withAddress(entry: MenuEntry, { addresses = {} }: MenuView): MenuEntry | null {
  if (entry.setting === undefined) return entry;
  const to = addresses[entry.setting];
  return to ? { ...entry, to, newTab: true } : null;
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
