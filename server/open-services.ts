import type { Model } from '../domain/declarations/model.ts';
import { addChecks, addCommands } from './feature.ts';
import { openGateway } from './features/gateway/stripe-gateway.ts';
import { FEATURES } from './features/index.ts';
import { Clock } from './platform/clock.ts';
import type { QueryObserver } from './platform/connection-pool.ts';
import { openDatabase, type Db, type Tx } from './platform/database.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { tracedTransport } from './platform/mail/traced-transport.ts';
import { openTransport } from './platform/mail/transport.ts';
import { ProcessWatch } from './platform/process-watch.ts';
import { RateLimits } from './platform/rate-limits.ts';
import { sessionSecret, type Settings } from './platform/settings.ts';
import { Engine } from './resources/engine.ts';
import { PermissionStore } from './resources/permission-store.ts';
import { RegisteredSites } from './resources/registered-sites.ts';
import { SystemSettings, withSettings } from './resources/system-settings.ts';
import { writtenTables } from './resources/written-tables.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { checkViews } from './resources/check-views.ts';
import { ModelWatch } from './schema/model-watch.ts';
import { columnOfStep, planSync } from './schema/sync.ts';
import type { Needs, Services } from './services.ts';

/** Creates the services over the database at `url`, whose tables match the declarations. `close` ends all of them. */
export async function openServices(
  settings: Settings,
  declared: Model,
  url: string,
): Promise<{ services: Services; close(): Promise<void> }> {
  const clock = new Clock(settings.clockOffset);
  const watch = new ProcessWatch(clock);
  const tracing = await openTracing(settings, clock, watch);
  const db = openDatabase(url, {
    max: settings.databasePool,
    clock,
    written: writtenTables(declared),
    observe: tracing === null ? watch.observe : both(watch.observe, tracing.observe),
    onPool: (figures) => (watch.pool = figures),
  });
  try {
    const stores = await openStores(db, declared);
    const { permissions, systemSettings } = stores;
    const model = withSettings(declared, systemSettings);
    const jobs = await startJobs(url, clock, (error) => console.error(`Jobs: ${error.message}`), tracing);
    // Views may read the tables of the job queue.
    await checkViews(db, model).catch(async (error: unknown) => {
      await jobs.stop();
      throw error;
    });
    const engine = new Engine(db, model, permissions, clock, { exports: exportConnections(settings) });
    watch.caches.set('Totals of lists', () => engine.cacheFigures());
    const transport = openTransport(settings);
    const services: Services = {
      ...{ settings, model, clock, db, jobs, engine, watch, tracing, ...stores },
      ...openGateway(settings.stripe, clock),
      mail: transport && tracing ? tracedTransport(transport, tracing, settings.smtp) : transport,
      limits: new RateLimits(
        db,
        clock,
        () => sessionSecret(settings),
        () => systemSettings.value('limits.sharedPercent') / 100,
      ),
      modelWatch: new ModelWatch(db, declared),
      schemaChanges: async (tx: Tx) => {
        const { steps } = await planSync(tx, declared);
        return steps.map((step) => ({ place: columnOfStep(step), words: step.words, loss: step.loss }));
      },
    };
    addFeatures(services);
    return { services, close: () => closeServices(services) };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The other connections are reserved for everything else. */
function exportConnections({ databasePool }: Settings): number {
  return Math.max(1, Math.floor(databasePool / 4));
}

async function openStores(
  db: Db,
  declared: Model,
): Promise<Needs<'permissions' | 'systemSettings' | 'registeredSites'>> {
  const permissions = new PermissionStore(db);
  const systemSettings = new SystemSettings(db, declared);
  const registeredSites = new RegisteredSites(db, declared);
  await Promise.all([permissions.refresh(), systemSettings.refresh(), registeredSites.refresh()]);
  return { permissions, systemSettings, registeredSites };
}

function addFeatures(services: Services): void {
  addChecks(FEATURES, services);
  addCommands(FEATURES, services);
}

async function closeServices({ jobs, mail, db, tracing }: Needs<'db' | 'jobs' | 'mail' | 'tracing'>): Promise<void> {
  await jobs.stop();
  mail?.close();
  await db.destroy();
  await tracing?.close();
}

/** Its packages take 20 MB, so they are loaded only where they are used. */
async function openTracing(settings: Settings, clock: Clock, watch: ProcessWatch): Promise<Tracing | null> {
  if (settings.tracing === null) return null;
  const { Tracing } = await import('./platform/tracing/tracing.ts');
  return new Tracing(settings.tracing, clock, {
    'service.instance.id': watch.id,
    'host.name': watch.host,
    'process.pid': process.pid,
  });
}

function both(one: QueryObserver, other: QueryObserver): QueryObserver {
  return (text) => {
    const [end, endOther] = [one(text), other(text)];
    return (error) => {
      end(error);
      endOther(error);
    };
  };
}
