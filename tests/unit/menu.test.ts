import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { matchRoute } from '../../domain/access/match-route.ts';
import {
  activeEntry,
  countsUnread,
  isReachable,
  phoneBar,
  visibleMenu,
  withPages,
  type MenuView,
} from '../../src/app/menuEntries.ts';
import type { MenuEntry, RouteDeclaration } from '../../domain/declarations/site.ts';
import { admitUnlimited, rolesOf, showUnlimited, type WrittenRole } from '../../server/declarations/access.ts';
import { menuOf, type WrittenEntry } from '../../server/declarations/navigation.ts';
import { filterMenu } from '../../src/app/shell/filterMenu.ts';
import { menuBlocks } from '../../src/app/shell/menuHeadings.ts';

const read = <Value>(file: string): Value =>
  JSON.parse(readFileSync(new URL(`../../config/${file}`, import.meta.url), 'utf8')) as Value;
const roles = rolesOf(read<{ roles: WrittenRole[] }>('roles.json').roles, () => undefined);
const declaredRoutes = read<{ routes: RouteDeclaration[] }>('routes.json').routes.map((route) => ({
  ...route,
  login: route.login ?? false,
  requiredRoles: route.requiredRoles ?? [],
  kioskAllowed: route.kioskAllowed ?? false,
}));
const routes = admitUnlimited(roles, declaredRoutes);
const declaredMenu = read<{ entries: WrittenEntry[] }>('menu.json').entries;
const menu = showUnlimited(roles, menuOf(declaredMenu, routes, { resources: new Map(), reports: [] }));
const resources = new Set(
  routes.filter(({ screen }) => screen.startsWith('resource:')).map(({ screen }) => screen.slice('resource:'.length)),
);

function view(roles: string[] | null, changes: Partial<MenuView> = {}): MenuView {
  return {
    visitor: { isLoggedIn: roles !== null, roles: roles ?? [], isKiosk: false },
    isMobile: false,
    routeAt: (path) => matchRoute(path, routes)?.route,
    listable: resources,
    addresses: {
      inventoryURL: 'https://inventory.campus.example',
      internalDocsURL: 'https://docs.campus.example',
    },
    ...changes,
  };
}

function shown(roles: string[] | null, changes?: Partial<MenuView>): Record<string, string[]> {
  return Object.fromEntries(
    visibleMenu(menu, view(roles, changes)).map(({ label, entries }) => [
      label,
      (entries ?? []).map((entry) => entry.label),
    ]),
  );
}

describe('the menu of config/menu.json', () => {
  const settings = () => menuBlocks(menu.find(({ label }) => label === 'Settings')?.entries ?? []);

  test('has the settings in groups, sorted', () => {
    const blocks = settings();
    expect(blocks.map(({ heading }) => heading)).toEqual([
      'People',
      'Places',
      'Centers',
      'Events',
      'Requests',
      'Content',
      'Money',
      'System',
    ]);
    for (const { entries } of blocks) {
      const labels = entries.map(({ label }) => label);
      expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')));
    }
  });

  test('calls the settings what the specification or their pages call them', () => {
    const resourceAt = new Map(
      declaredRoutes.map(({ path, screen }) => [path, /^resource:(.*)$/.exec(screen)?.[1] ?? null]),
    );
    const named = settings()
      .flatMap(({ entries }) => entries)
      .flatMap(({ label, to = '' }) => {
        const resource = resourceAt.get(to);
        return resource && !/ (Manager|Log|Sites|Settings)$/.test(label)
          ? [[label, read<{ label: string }>(`resources/${resource}.json`).label]]
          : [];
      });
    expect(named.length).toBeGreaterThan(12);
    for (const [label, title] of named) expect(label).toBe(title);
  });

  test('is found by the words of its label, its heading or its page, also with a letter wrong', () => {
    const entries = menu.find(({ label }) => label === 'Settings')?.entries ?? [];
    const found = (text: string) => filterMenu(entries, text, routes).map(({ label }) => label);
    expect(found('sto')).toEqual(['Store items', 'Store Manager']);
    expect(found(' ITEMS st')).toEqual(['Store items']);
    expect(found('places')).toEqual(['Blocks', 'Locations', 'Special hours']);
    expect(found('nothing like it')).toEqual([]);
    // The title of its page differs from its label, which the specification names.
    expect(found('discounts')).toEqual(['Discount Group Manager']);
    expect(found('prerequisites')).toEqual(['Prereq Manager']);
    expect(found('classes')).toEqual(['Class Manager']);
    for (const typed of ['permisions', 'premissions', 'permmissions', 'permizsions'])
      expect(found(typed), typed).toEqual(['Permissions']);
    expect(found('xyz')).toEqual([]);
    expect(found('')).toHaveLength(entries.length);
  });

  test('leads to other sites in a new tab, at the address of the site settings; without one there is no entry', () => {
    const tools = (addresses: NonNullable<MenuView['addresses']>) =>
      visibleMenu(menu, view(['Administrator'], { addresses })).find(({ label }) => label === 'Tools')?.entries ?? [];
    const [first, ...others] = tools({ inventoryURL: 'https://stock.example/all', internalDocsURL: null });
    expect(first).toMatchObject({ label: 'Inventory', to: 'https://stock.example/all', newTab: true });
    expect(others.map(({ label }) => label)).toEqual(['Links Manager']);
  });

  test('shows a visitor home, login and the entries of every account', () => {
    expect(shown(null)).toEqual({
      Home: [],
      Events: ['All Upcoming Events', 'My Events'],
      Requests: ['Make a Request', 'My Requests'],
      Profile: ['Communication Settings', 'Login'],
    });
  });

  test('shows a student requests, messages and logout', () => {
    expect(shown(['Student'])).toEqual({
      Home: [],
      Payments: ['Make a Payment', 'My Orders', 'My Balances'],
      Events: ['All Upcoming Events', 'My Events'],
      Requests: ['Make a Request', 'My Requests'],
      Profile: ['My Messages', 'My Trainings', 'My Data', 'Second Factor', 'Communication Settings', 'Logout'],
    });
  });

  test.each([
    [
      'EventAdmin',
      'Scheduling',
      ['Event Categories', 'Events', 'Schedule Instance', 'Manage Event Instances', 'View Calendars', 'Event Records'],
    ],
    [
      'EventScheduler',
      'Scheduling',
      ['Schedule Instance', 'Manage Event Instances', 'View Calendars', 'Event Records'],
    ],
    ['CalendarAdmin', 'Scheduling', ['Calendar Manager', 'View Calendars']],
    ['EventProcessor', 'Events', ['All Upcoming Events', 'Process Event', 'Who is here', 'My Events']],
    ['EventAdmin', 'Events', ['All Upcoming Events', 'Process Event', 'Who is here', 'My Events']],
    ['EventScheduler', 'Events', ['All Upcoming Events', 'Process Event', 'My Events']],
    ['EventProcessor', 'Scheduling', ['Manage Event Instances', 'Event Records']],
    ['RequestsProcessor', 'Requests', ['Make a Request', 'View Submission', 'My Requests']],
    ['RequestsAdmin', 'Requests', ['Make a Request', 'Manage Requests', 'View Submission', 'My Requests']],
    [
      'RequestsAdmin',
      'Settings',
      ['Canned replies', 'Form actions', 'Form groups', 'Forms', 'Request actions', 'Discount Group Manager'],
    ],
    ['CalendarAdmin', 'Settings', ['Blocks', 'Locations', 'Special hours']],
    ['TransactionReader', 'Payments', ['Make a Payment', 'My Orders', 'My Balances', 'Transaction Viewer']],
    ['StoreAdmin', 'Settings', ['Balance Manager', 'Store items', 'Store Manager']],
    ['ClassScheduler', 'Class Manager', []],
    ['ContentAdmin', 'Settings', ['Content Manager', 'Images']],
    ['ContentAdmin', 'Tools', ['Inventory', 'Links Manager']],
    ['EventAdmin', 'Tools', ['Inventory', 'Links Manager']],
    ['EventProcessor', 'Internal Documentation', []],
  ])('shows %s under %s what the routes admit', (role, section, labels) => {
    expect(shown([role])[section]).toEqual(labels);
  });

  test('never shows an entry that the route would refuse', () => {
    for (const role of [
      'Student',
      'EventAdmin',
      'CalendarAdmin',
      'StoreAdmin',
      'ContentAdmin',
      'RequestsProcessor',
      'ClassScheduler',
    ]) {
      for (const entry of visibleMenu(menu, view([role])).flatMap((section) => section.entries ?? [])) {
        const required = routes.find((route) => route.path === entry.to)?.requiredRoles ?? [];
        expect(required.length === 0 || required.includes(role), `${role}: ${entry.label}`).toBe(true);
      }
    }
  });

  test('leaves scheduling and tools out on a phone', () => {
    expect(Object.keys(shown(['Administrator'], { isMobile: true }))).toEqual([
      'Home',
      'Events',
      'Requests',
      'Payments',
      'Settings',
      'Profile',
    ]);
  });

  test('leaves out what the permission rules do not let this caller list', () => {
    expect(shown(['StoreAdmin'])['Settings']).toContain('Store items');
    expect(Object.keys(shown(['StoreAdmin'], { listable: new Set(['stores']) }))).toContain('Store Manager');
    expect(Object.keys(shown(['StoreAdmin'], { listable: new Set([]) }))).not.toContain('Settings');
  });

  test('has no links manager while the site settings have it off, and no tools when nothing else is there', () => {
    const switchedOff = {
      visitor: {
        isLoggedIn: true,
        roles: ['ContentAdmin'],
        isKiosk: false,
        switchedOff: ['showLinksManager'] as const,
      },
    };
    expect(shown(['ContentAdmin'])['Tools']).toContain('Links Manager');
    expect(Object.keys(shown(['ContentAdmin'], switchedOff))).toEqual(
      expect.arrayContaining(['Inventory', 'Settings']),
    );
    expect(Object.keys(shown(['ContentAdmin'], { ...switchedOff, addresses: {} }))).toEqual([
      'Home',
      'Events',
      'Requests',
      'Payments',
      'Settings',
      'Profile',
    ]);
  });

  test('shows a kiosk only pages that are allowed there', () => {
    expect(shown(['Kiosk'], { visitor: { isLoggedIn: true, roles: ['Kiosk'], isKiosk: true } })).toEqual({
      Home: [],
      'All Upcoming Events': [],
      Logout: [],
    });
  });
});

test('an entry that opens a new tab or another site is hidden in kiosk mode without being marked', () => {
  const entries: MenuEntry[] = [
    { label: 'Jobs', to: '/api/jobs', roles: [], newTab: true },
    { label: 'Inventory', setting: 'inventoryURL', roles: [] },
  ];
  const labels = (isKiosk: boolean): string[] =>
    visibleMenu(entries, view(null, { visitor: { isLoggedIn: false, roles: [], isKiosk } })).map(({ label }) => label);
  expect([labels(false), labels(true)]).toEqual([['Jobs', 'Inventory'], []]);
});

test('an entry marked no-kiosk is hidden in kiosk mode even where its page is allowed', () => {
  const entry: MenuEntry = { label: 'Home', to: '/', roles: [], noKiosk: true };
  expect(visibleMenu([entry], view(null))).toEqual([entry]);
  expect(visibleMenu([entry], view(null, { visitor: { isLoggedIn: false, roles: [], isKiosk: true } }))).toEqual([]);
});

test('unread messages are counted at their entry and at its groups', () => {
  const bar = phoneBar(visibleMenu(menu, view(['Administrator'])), 3);
  expect(bar.filter(countsUnread).map(({ label }) => label)).toEqual(['More']);
  const [profile] = visibleMenu(menu, view(['Student'])).filter(countsUnread);
  expect(profile?.label).toBe('Profile');
  expect(profile?.entries?.filter(countsUnread).map(({ label }) => label)).toEqual(['My Messages']);
});

test('an entry that leads to no route is not shown, one to another site is', () => {
  const missing: MenuEntry = { label: 'Nowhere', to: '/nowhere', roles: [] };
  const external: MenuEntry = { label: 'Inventory', to: 'https://inventory.example', newTab: true, roles: [] };
  expect(visibleMenu([missing, external], view(null))).toEqual([external]);
});

describe('content pages in the menu', () => {
  const page = (label: string, to = `/content/static/${label.toLowerCase()}`) => ({ label, icon: 'tag', to });
  const pages = ['Equipment', 'Rooms', 'People', 'Prices'].map((label) => page(label));
  const seen = (roles: string[] | null, isMobile = false) =>
    visibleMenu(
      withPages(menu, pages),
      view(roles, {
        isMobile,
        routeAt: (path) => routes.find((route) => route.path === path.replace(/^(\/content\/static\/).*/, '$1:id')),
      }),
    );
  const labels = (entries: readonly MenuEntry[]) => entries.map(({ label }) => label);

  test('follow home in their order, as entries of their own', () => {
    expect(labels(seen(null))).toEqual([
      'Home',
      'Equipment',
      'Rooms',
      'People',
      'Prices',
      'Events',
      'Requests',
      'Profile',
    ]);
    expect(seen(null)[1]).toMatchObject({ icon: 'tag', to: '/content/static/equipment' });
  });

  test('are not repeated where the menu declares them', () => {
    const declared: MenuEntry[] = [
      { label: 'About', roles: [], entries: [{ label: 'Us', to: '/content/static/people', roles: [] }] },
    ];
    expect(labels(withPages(declared, pages))).toEqual(['Equipment', 'Rooms', 'Prices', 'About']);
  });

  test.each([
    [null, ['Home', 'Equipment', 'Events', 'Requests', 'More'], ['Rooms', 'People', 'Prices', 'Profile']],
    [
      ['Student'],
      ['Home', 'Equipment', 'Events', 'Requests', 'More'],
      ['Rooms', 'People', 'Prices', 'Payments', 'Profile'],
    ],
    [
      ['Administrator'],
      ['Home', 'Events', 'Requests', 'Settings', 'More'],
      ['Equipment', 'Rooms', 'People', 'Prices', 'Payments', 'Profile'],
    ],
  ])('on a phone, to %s, five entries are shown and the others under More', (roles, bar, more) => {
    const entries = phoneBar(seen(roles, true), 5);
    expect(labels(entries)).toEqual(bar);
    expect(labels(entries.at(-1)?.entries ?? [])).toEqual(more);
  });

  test('on a phone where all fit there is no More', () => {
    const five = seen(null).slice(0, 5);
    expect(phoneBar(five, 5)).toEqual(five);
  });
});

describe('a path', () => {
  test.each([
    ['/requests/navigate', null, true],
    ['/signup/upcomingworkshops', null, true],
    ['/payment/store', ['Student'], true],
    ['/payment/balances', ['Student'], true],
    ['/transactionviewer', ['Student'], false],
    ['/transactionviewer', ['TransactionReader'], true],
    ['/admin/permissions', null, false],
    ['/admin/permissions', ['Administrator'], true],
    ['/requests/viewsubmissions', ['Student'], false],
  ])('%s is reached by %s: %s', (path, roles, expected) => {
    expect(isReachable(path, view(roles))).toBe(expected);
  });
});

describe('the entry of a page', () => {
  const all = visibleMenu(menu, view(['Administrator']));
  const at = (path: string, entries = all) => {
    const { section, entry } = activeEntry(entries, path);
    return [section?.label, entry?.label];
  };

  test.each([
    ['/scheduling/records', ['Scheduling', 'Event Records']],
    ['/scheduling/attendance', ['Scheduling', undefined]],
    ['/scheduling/instancestickets/5', ['Scheduling', undefined]],
    ['/scheduling/process', ['Events', 'Process Event']],
    ['/scheduling/processinstance/5', ['Events', 'Process Event']],
    ['/scheduling/processbyclass', ['Events', 'Process Event']],
    ['/signup/details/7', ['Events', undefined]],
    ['/admin/locations/hours', ['Settings', 'Special hours']],
    ['/admin/classes/3', ['Settings', 'Class Manager']],
    ['/nowhere', [undefined, undefined]],
  ])('%s', (path, labels) => {
    expect(at(path)).toEqual(labels);
  });

  test('is in the only section that the person has of its area', () => {
    expect(at('/signup/past', visibleMenu(menu, view(['Student'])))).toEqual(['Events', undefined]);
  });
});
