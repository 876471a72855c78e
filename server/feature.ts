import type { FastifyInstance } from 'fastify';
import type { Build } from './platform/http/build.ts';
import type { JobData } from './platform/jobs.ts';
import type { SettingsPart } from './platform/settings.ts';
import type { Services } from './services.ts';

/** Work that commands enqueue in their transaction (`Jobs.enqueue`), done by whichever serving process takes it. */
export interface FeatureJob {
  /** The queue: one name for every feature. */
  name: string;
  /** Seconds between two looks for work, in each process. Default: 2. */
  every?: number;
  run: (services: Services, data: JobData) => Promise<void>;
}

/**
 * Behaviour that cannot be declared: one folder of server/features with one of these, and one line in features/index.ts. What is
 * left out, the feature does not have.
 */
export interface Feature {
  name: string;
  /** Environment variables of its own, read and checked with all others before anything starts. */
  settings?: SettingsPart;
  /** Puts its rules on the engine. Runs whenever services are opened, so they hold for HTTP, jobs, set-up and seed alike. */
  checks?: (services: Services) => void;
  jobs?: readonly FeatureJob[];
  /** Removes what nobody can use any more from the tables that are its own. Every night; may be repeated. */
  housekeeping?: (services: Services) => Promise<void>;
  /** Makes up for what was left undone while no server ran, before the first request. */
  catchUp?: (services: Services) => Promise<void>;
  /** Its calls. They need an account unless a route says `config: { public: true }`. */
  routes?: (app: FastifyInstance, services: Services) => Promise<void>;
  /** Calls that answer everybody alike: no session is looked up for them. */
  anonymousRoutes?: (app: FastifyInstance, services: Services) => Promise<void>;
  /** What is served at the addresses of pages, where there is a browser bundle. */
  pages?: (app: FastifyInstance, services: Services, build: Build) => Promise<void>;
}

/** 3:17 UTC. */
const NIGHTLY = '17 3 * * *';

export function addChecks(features: readonly Feature[], services: Services): void {
  for (const { checks } of features) checks?.(services);
}

/** Lets this process do the jobs of all features, and the housekeeping once a night for all processes. */
export async function startWork(features: readonly Feature[], services: Services): Promise<void> {
  const { jobs } = services;
  for (const { name, every, run } of features.flatMap((feature) => feature.jobs ?? []))
    await jobs.work(name, (data) => run(services, data), every === undefined ? {} : { every });
  await jobs.schedule('housekeeping', NIGHTLY, () => keepHouse(features, services));
  for (const { catchUp } of features) await catchUp?.(services);
}

/** What one feature cannot clear away keeps no other from it. Throws at the end, so that the job is repeated. */
export async function keepHouse(features: readonly Feature[], services: Services): Promise<void> {
  const failed: Error[] = [];
  for (const { name, housekeeping } of features)
    await housekeeping?.(services).catch((cause: unknown) =>
      failed.push(new Error(`Housekeeping of ${name}`, { cause })),
    );
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join(', '));
}
