import { holdsAny } from '../../domain/declarations/actor.ts';
import type { NavigationPage } from '../../domain/calls/content.ts';
import type { AddressSetting, MenuEntry, RouteDeclaration } from '../../domain/declarations/site.ts';
import type { Visitor } from '../../domain/access/route-guard.ts';

/** What decides whether someone gets to a path of this site. */
export interface Access {
  visitor: Visitor;
  routeAt: (path: string) => RouteDeclaration | undefined;
  /** Resources whose list this caller may read. */
  listable: ReadonlySet<string>;
}

export interface MenuView extends Access {
  isMobile: boolean;
  /** The addresses of other sites in the site settings. Default: none. */
  addresses?: Readonly<Partial<Record<AddressSetting, string | null>>>;
}

/** The declared menu with content pages after the home page. A page that the menu has already is not repeated. */
export function withPages(menu: readonly MenuEntry[], pages: readonly NavigationPage[]): MenuEntry[] {
  const present = new Set(menu.flatMap((entry) => [entry, ...(entry.entries ?? [])]).map(({ to }) => to));
  const entries = pages
    .filter(({ to }) => !present.has(to))
    .map((page): MenuEntry => ({ ...page, roles: [], isPage: true }));
  return menu.toSpliced(menu.findIndex(({ to }) => to === '/') + 1, 0, ...entries);
}

/** The bar of a phone: at most `most` entries; the last is More with all others. Declared entries are kept before pages. */
export function phoneBar(menu: readonly MenuEntry[], most: number): MenuEntry[] {
  if (menu.length <= most) return [...menu];
  const rank = ({ underMore, isPage }: MenuEntry): number => (underMore === true ? 2 : isPage === true ? 1 : 0);
  const shown = new Set(menu.toSorted((a, b) => rank(a) - rank(b)).slice(0, most - 1));
  const rest = menu.filter((entry) => !shown.has(entry));
  return [...menu.filter((entry) => shown.has(entry)), { label: 'More', icon: 'ellipsis', roles: [], entries: rest }];
}

/** The menu without refused entries and empty groups. Visitors see what any account may open: the guard asks them to log in. */
export function visibleMenu(menu: readonly MenuEntry[], view: MenuView): MenuEntry[] {
  const visible: MenuEntry[] = [];
  for (const declared of menu) {
    const entry = withAddress(declared, view);
    if (entry === null || !isVisible(entry, view)) continue;
    if (entry.entries === undefined) visible.push(entry);
    else {
      const [first, ...others] = visibleMenu(entry.entries, view);
      if (first === undefined) continue;
      const { underMore } = entry;
      visible.push(
        others.length > 0
          ? { ...entry, entries: [first, ...others] }
          : { ...first, ...(underMore === undefined ? {} : { underMore }) },
      );
    }
  }
  return visible;
}

export function countsUnread({ badge, entries }: MenuEntry): boolean {
  return badge === 'unreadMessages' || entries?.some(countsUnread) === true;
}

/** The entry with its address from the site settings; null where they have none. */
function withAddress(entry: MenuEntry, { addresses = {} }: MenuView): MenuEntry | null {
  if (entry.setting === undefined) return entry;
  const to = addresses[entry.setting];
  return to ? { ...entry, to, newTab: true } : null;
}

function isVisible(entry: MenuEntry, view: MenuView): boolean {
  const { visitor, isMobile } = view;
  if (!holdsAny(visitor.roles, entry.roles)) return false;
  // A new tab, and with it another site, has no way back to the kiosk.
  if (visitor.isKiosk && (entry.noKiosk === true || entry.newTab === true)) return false;
  if (entry.hiddenOnMobile === true && isMobile) return false;
  if (entry.when !== undefined && (entry.when === 'loggedIn') !== visitor.isLoggedIn) return false;
  return entry.to === undefined || entry.newTab === true || entry.action !== undefined || isReachable(entry.to, view);
}

/** Whether a route of this site admits the caller. Visitors reach what any account may open: the guard asks them to log in. */
export function isReachable(path: string, { visitor, routeAt, listable }: Access): boolean {
  const route = routeAt(path);
  if (route === undefined) return false;
  if (visitor.isKiosk && !route.kioskAllowed) return false;
  if (route.setting !== undefined && visitor.switchedOff?.includes(route.setting) === true) return false;
  if (!holdsAny(visitor.roles, route.requiredRoles)) return false;
  return !route.screen.startsWith('resource:') || listable.has(route.screen.slice('resource:'.length));
}

export interface ActiveEntry {
  section: MenuEntry | null;
  entry: MenuEntry | null;
}

/** The section and entry that a page belongs to. One that no entry leads to belongs where most entries of its area (/requests/...) are. */
export function activeEntry(menu: readonly MenuEntry[], pathname: string): ActiveEntry {
  let found: ActiveEntry = { section: null, entry: null };
  let best = 0;
  let most = 0;
  for (const section of menu) {
    let near = 0;
    for (const entry of section.entries ?? [section]) {
      if (entry.action !== undefined || entry.newTab === true) continue;
      const nearness = nearnessOf(entry, pathname);
      if (nearness > best) {
        best = nearness;
        found = { section, entry };
      }
      if (nearness > 0) near += 1;
    }
    if (best === SAME_AREA && near > most) {
      most = near;
      found = { section, entry: null };
    }
  }
  return found;
}

const SAME_AREA = 1;

/** 0: no match. More than the same area: the page itself, an ancestor, or what its name begins with (/process, /processinstance). */
function nearnessOf({ to, isPage: isContent }: MenuEntry, pathname: string): number {
  if (to === undefined) return 0;
  const entry = to.toLowerCase();
  const page = pathname.toLowerCase();
  if (page === entry) return SAME_AREA + 1 + entry.length;
  if (entry === '/' || isContent === true) return 0;
  const area = entry.split('/')[1];
  if (page.startsWith(`${entry}/`)) return SAME_AREA + entry.length;
  if (area !== page.split('/')[1]) return 0;
  return entry !== `/${area}` && page.startsWith(entry) ? SAME_AREA + entry.length : SAME_AREA;
}
