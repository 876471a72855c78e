import type { Model } from '../domain/model.ts';
import { addChecks } from './feature.ts';
import { FEATURES } from './features/index.ts';
import { Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { startJobs } from './platform/jobs.ts';
import { RateLimits } from './platform/rate-limits.ts';
import { sessionSecret, type Settings } from './platform/settings.ts';
import { Engine } from './resources/engine.ts';
import { PermissionStore } from './resources/permission-store.ts';
import { writtenTables } from './resources/written-tables.ts';
import type { Services } from './services.ts';

/** Creates the services over the database at `url`, whose tables match the model. `close` ends all of them. */
export async function openServices(
  settings: Settings,
  model: Model,
  url: string,
): Promise<{ services: Services; close(): Promise<void> }> {
  const clock = new Clock(settings.clockOffset);
  const db = openDatabase(url, { max: settings.databasePool, clock, written: writtenTables(model) });
  try {
    const permissions = new PermissionStore(db);
    await permissions.refresh();
    const jobs = await startJobs(url, clock, (error) => console.error(`Jobs: ${error.message}`));
    // The other connections are reserved for everything else.
    const exports = Math.max(1, Math.floor(settings.databasePool / 4));
    const engine = new Engine(db, model, permissions, clock, { exports });
    const close = async (): Promise<void> => {
      await jobs.stop();
      await db.destroy();
    };
    const limits = new RateLimits(db, clock, () => sessionSecret(settings));
    const services = { settings, model, clock, db, jobs, engine, permissions, limits };
    addChecks(FEATURES, services);
    return { services, close };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
