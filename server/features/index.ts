import type { Feature } from '../feature.ts';
import { clearIdempotencyKeys } from '../platform/idempotency.ts';
import { clearRateLimits } from '../platform/rate-limits.ts';
import { accounts } from './accounts/feature.ts';
import { blocks } from './blocks/feature.ts';
import { content } from './content/feature.ts';
import { documents } from './documents/feature.ts';
import { eventLog } from './event-log/feature.ts';
import { feeds } from './feeds/feature.ts';
import { files } from './files/feature.ts';
import { forms } from './forms/feature.ts';
import { images } from './images/feature.ts';
import { jobs } from './jobs/feature.ts';
import { links } from './links/feature.ts';
import { permissions } from './permissions/feature.ts';
import { places } from './places/feature.ts';
import { preferences } from './preferences/feature.ts';
import { requests } from './requests/feature.ts';
import { scheduling } from './scheduling/feature.ts';
import { search } from './search/feature.ts';
import { views } from './views/feature.ts';

/** Housekeeping of the platform's own tables, run with that of the features. */
const platform: Feature = {
  name: 'platform',
  housekeeping: async ({ db }) => {
    await clearRateLimits(db);
    await clearIdempotencyKeys(db);
  },
};

/** All behaviour that cannot be declared. Checks run in this order. */
export const FEATURES: readonly Feature[] = [
  platform,
  permissions,
  accounts,
  eventLog,
  preferences,
  forms,
  requests,
  files,
  images,
  views,
  blocks,
  places,
  scheduling,
  feeds,
  content,
  search,
  links,
  documents,
  jobs,
];

/** The environment variables of all features. */
export const FEATURE_SETTINGS = FEATURES.flatMap(({ settings }) => settings ?? []);
