/** The dependencies passed to every feature: created once in main.ts (or by a test), never imported as globals. */
import type { Model } from '../domain/model.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database.ts';
import type { Jobs } from './platform/jobs.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import type { Settings } from './platform/settings.ts';
import type { PermissionStore } from './resources/permission-store.ts';
import type { Engine } from './resources/engine.ts';

export interface Services {
  settings: Settings;
  model: Model;
  clock: Clock;
  db: Db;
  jobs: Jobs;
  engine: Engine;
  permissions: PermissionStore;
  limits: RateLimits;
}
