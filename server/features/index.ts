import type { Feature } from '../feature.ts';
import { deleteExpired } from '../platform/expired-rows.ts';
import { accounts } from './accounts/feature.ts';
import { addresses } from './addresses/feature.ts';
import { announcements } from './announcements/feature.ts';
import { attendance } from './attendance/feature.ts';
import { balances } from './balances/feature.ts';
import { boards } from './boards/feature.ts';
import { books } from './books/feature.ts';
import { centers } from './centers/feature.ts';
import { checkin } from './checkin/feature.ts';
import { content } from './content/feature.ts';
import { departments } from './departments/feature.ts';
import { diagnosticsOf } from './diagnostics/feature.ts';
import { devices } from './devices/feature.ts';
import { documents } from './documents/feature.ts';
import { eventLog } from './event-log/feature.ts';
import { feeds } from './feeds/feature.ts';
import { files } from './files/feature.ts';
import { forms } from './forms/feature.ts';
import { gateway } from './gateway/feature.ts';
import { home } from './home/feature.ts';
import { identity } from './identity/feature.ts';
import { images } from './images/feature.ts';
import { jobs } from './jobs/feature.ts';
import { ldap } from './ldap/feature.ts';
import { ledger } from './ledger/feature.ts';
import { links } from './links/feature.ts';
import { messages } from './messages/feature.ts';
import { oidc } from './oidc/feature.ts';
import { passwords } from './passwords/feature.ts';
import { payments } from './payments/feature.ts';
import { permissions } from './permissions/feature.ts';
import { metrics } from './metrics/feature.ts';
import { personalDataFeature } from './personal-data/feature.ts';
import { places } from './places/feature.ts';
import { preferences } from './preferences/feature.ts';
import { receipts } from './receipts/feature.ts';
import { pricing } from './pricing/feature.ts';
import { registration } from './registration/feature.ts';
import { reports } from './reports/feature.ts';
import { requests } from './requests/feature.ts';
import { rosters } from './rosters/feature.ts';
import { secondFactor } from './second-factor/feature.ts';
import { search } from './search/feature.ts';
import { sessions } from './sessions/feature.ts';
import { settings } from './settings/feature.ts';
import { setup } from './setup/feature.ts';
import { sites } from './sites/feature.ts';
import { store } from './store/feature.ts';
import { taps } from './taps/feature.ts';
import { templates } from './templates/feature.ts';
import { till } from './till/feature.ts';
import { tracing } from './tracing/feature.ts';
import { views } from './views/feature.ts';

const platform: Feature = {
  name: 'platform',
  housekeeping: async (services) => {
    const { systemSettings } = services;
    await deleteExpired(services, { table: 'rateLimits', since: 'endsAt', days: 0 });
    const repeats = systemSettings.value('retention.repeats');
    await deleteExpired(services, { table: 'idempotencyKeys', since: 'createdAt', days: repeats });
    await deleteExpired(services, {
      table: 'auditEntries',
      since: 'at',
      days: systemSettings.value('retention.audit'),
    });
  },
};

const BEHAVIORS: readonly Feature[] = [
  platform,
  permissions,
  accounts,
  identity,
  settings,
  oidc,
  ldap,
  eventLog,
  preferences,
  messages,
  addresses,
  passwords,
  secondFactor,
  setup,
  templates,
  announcements,
  forms,
  reports,
  requests,
  home,
  files,
  images,
  views,
  metrics,
  tracing,
  personalDataFeature,
  places,
  sessions,
  rosters,
  registration,
  checkin,
  taps,
  attendance,
  devices,
  feeds,
  centers,
  boards,
  content,
  sites,
  search,
  ledger,
  balances,
  departments,
  pricing,
  payments,
  gateway,
  books,
  receipts,
  store,
  till,
  links,
  documents,
  jobs,
];

/** All behavior that cannot be declared. Checks run in this order. */
export const FEATURES: readonly Feature[] = [...BEHAVIORS, diagnosticsOf(BEHAVIORS)];

export const FEATURE_SETTINGS = FEATURES.flatMap(({ settings }) => settings ?? []);
