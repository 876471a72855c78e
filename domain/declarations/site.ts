import type { Term } from '../values/terms.ts';

/** Site settings that enable or disable routes. */
export type RouteSetting = 'showLinksManager';

export type AddressSetting = 'inventoryURL' | 'internalDocsURL';

export interface RouteDeclaration {
  /** As in the specification's table 2.1; the page title derives from it. */
  name: string;
  /** React Router pattern: /requests/viewsubmission/:id/:role */
  path: string;
  login: boolean;
  /** At least one of these. Empty: open to everyone. Roles with every permission are always among them. */
  requiredRoles: string[];
  kioskAllowed: boolean;
  backgroundTheme: 'dark' | 'light';
  category?: string;
  manualTracking?: boolean;
  /** Whether the document may use the camera. */
  camera?: boolean;
  /** Query parameters that the rendered page depends on; all others are ignored when rendering on the server. */
  query?: string[];
  /** Parameters of the path that are whole numbers; with anything else there the route does not match. */
  numeric?: string[];
  /** The site setting that must be enabled. */
  setting?: RouteSetting;
  /** "portal:login", "console:formEditor", or "resource:events" for generated pages. */
  screen: string;
  /** Whether the page is in the compact frame of staff pages, or for which values of its path's parameters; see isStaffPage. */
  staff?: boolean | Record<string, string>;
  filter?: Record<string, string>;
}

export interface MenuEntry {
  label: string;
  icon?: string;
  /** In-app path, or with newTab an absolute or /api/ address. */
  to?: string;
  /** The site setting with the address instead; the entry is hidden without one and opens in a new tab. */
  setting?: AddressSetting;
  roles: string[];
  noKiosk?: boolean;
  hiddenOnMobile?: boolean;
  /** On a phone under More, unless all entries fit. */
  underMore?: boolean;
  /** A content page, placed here by its settings. */
  isPage?: boolean;
  newTab?: boolean;
  /** Shown only when logged out or logged in. */
  when?: 'loggedOut' | 'loggedIn';
  /** An action instead of a link. */
  action?: 'logout';
  /** The number beside its label, while it is above 0. */
  badge?: 'unreadMessages';
  /** The entries of this section are in the menu of the account too. */
  inAccountMenu?: boolean;
  /** The heading that it has within its section. Entries of one heading follow each other. */
  heading?: string;
  entries?: MenuEntry[];
}

export type SiteSetting = 'timezone' | 'locale' | 'currency' | 'terms' | 'uploadMegabytes';

export interface SiteConfig {
  productName: string;
  /** The institution's identity name, shown in the username label. */
  identityName: string;
  /** IANA zone of the campus, from the system setting; the server reads it at each use. */
  timezone: string;
  /** How dates and times are written (BCP 47): the system setting. */
  locale: string;
  /** ISO 4217: the system setting. Amounts are stored in its minor units. */
  currency: string;
  /** Description for search engines, for pages without their own. */
  description?: string;
  /** The terms of the academic year: the system setting. */
  terms: Term[];
  /** The size limit of files whose field names none: the system setting. */
  uploadMegabytes: number;
  /** Hosts whose pages HTML may embed in frames. */
  frameHosts: string[];
  documentation: DocumentationConfig;
}

/** The sources of the header search; its calls are at /api/{system}/search. */
export interface DocumentationConfig {
  system: string;
  sources: SearchSource[];
}

/** `url` is that of a BookStack server; `tokenVariable` names the environment variable with "id:secret". */
export interface SearchSource {
  name: string;
  kind: 'site' | 'sessions' | 'forms' | 'bookstack';
  url?: string;
  tokenVariable?: string;
  timeoutMs?: number;
  patienceMs?: number;
}

/** A page on which a setting shows. */
export interface SettingPlace {
  label: string;
  to: string;
}
