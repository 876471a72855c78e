import type { FastifyInstance } from 'fastify';
import type { CheckResult, Facts } from '../domain/calls/debug.ts';
import { forEachSettled } from './platform/for-each-settled.ts';
import type { Build } from './platform/http/build.ts';
import type { JobData } from './platform/jobs/jobs.ts';
import type { SettingsPart } from './platform/settings.ts';
import type { Services } from './services.ts';

export interface FeatureJob {
  /** The queue's name, unique across features. */
  name: string;
  /** Polling interval of each process in seconds. Default: 2. */
  every?: number;
  /** One run does the work of all waiting jobs. */
  batched?: boolean;
  run: (services: Services, data: JobData) => Promise<void>;
}

/** Work at set times, once across all processes. */
export interface FeatureSchedule {
  /** The queue's name, unique across features. */
  name: string;
  /** In UTC. */
  cron: string;
  run: (services: Services) => Promise<void>;
}

/** A check that an administrator can run from /admin/debug. */
export interface DiagnosticCheck {
  /** Unique within its part. */
  key: string;
  /** "Connect and log in". */
  title: string;
  /** Times out as failed. Default: 10. */
  seconds?: number;
  /** Must leave nothing behind. An error counts as failed and is shown; `signal` aborts when its time is up. */
  run: (services: Services, signal: AbortSignal) => Promise<CheckResult>;
}

/** A part of /admin/debug. Facts and results have no personal values, secrets or payloads. */
export interface Diagnostics {
  key: string;
  title: string;
  /** Read every few seconds while someone looks: cheap. The part fails alone, also when it takes more than 4 s. */
  facts?: (services: Services, signal: AbortSignal) => Promise<Facts>;
  checks?: readonly DiagnosticCheck[];
}

/**
 * Behavior that cannot be declared: a folder of server/features with one descriptor, and one line in features/index.ts. Every hook is
 * optional.
 */
export interface Feature {
  name: string;
  /** Environment variables of the feature, validated with all others at start. */
  settings?: SettingsPart;
  /** Registers its rules on the engine. Runs whenever services are opened, so they hold for HTTP, jobs, set-up and seed alike. */
  checks?: (services: Services) => void;
  /** Registers its commands on the engine, for the actions of config/resources. Calls nothing else of the services. */
  commands?: (services: Services) => void;
  jobs?: readonly FeatureJob[];
  schedules?: readonly FeatureSchedule[];
  /** Deletes expired data from its own tables. Runs nightly; must be idempotent. */
  housekeeping?: (services: Services) => Promise<void>;
  /** Catches up on work missed while no server ran, before the first request. */
  catchUp?: (services: Services) => Promise<void>;
  diagnostics?: readonly Diagnostics[];
  listen?: (services: Services) => Promise<() => Promise<void>>;
  /** Its API routes. They require an account unless a route sets `config: { public: true }`. */
  routes?: (app: FastifyInstance, services: Services) => Promise<void>;
  /** Routes that answer every caller alike; no session is resolved for them. */
  anonymousRoutes?: (app: FastifyInstance, services: Services) => Promise<void>;
  /** Routes at page addresses, when there is a browser bundle. */
  pages?: (app: FastifyInstance, services: Services, build: Build) => Promise<void>;
}

/** 3:17 UTC. */
const NIGHTLY = '17 3 * * *';

export function addChecks(features: readonly Feature[], services: Services): void {
  for (const { checks } of features) checks?.(services);
}

export function addCommands(features: readonly Feature[], services: Services): void {
  for (const { commands } of features) commands?.(services);
}

/** Starts this process's workers for all features, and the housekeeping, once a night across all processes. */
export async function startWork(features: readonly Feature[], services: Services): Promise<void> {
  const { jobs, systemSettings } = services;
  for (const { name, run, every = 2, batched = false } of features.flatMap((feature) => feature.jobs ?? []))
    await jobs.work(name, (data) => systemSettings.fresh().then(() => run(services, data)), { every, batched });
  for (const { name, cron, run } of features.flatMap((feature) => feature.schedules ?? []))
    await jobs.schedule(name, cron, () => systemSettings.fresh().then(() => run(services)));
  await jobs.schedule('housekeeping', NIGHTLY, () => runHousekeeping(features, services));
  for (const { catchUp } of features) await catchUp?.(services);
}

/** A failing feature does not stop the others. Throws at the end, so that the job is retried. */
export async function runHousekeeping(features: readonly Feature[], services: Services): Promise<void> {
  // Ages are settings, which no request refreshes here.
  await services.systemSettings.fresh();
  await forEachSettled(features, async ({ name, housekeeping }) =>
    housekeeping?.(services).catch((cause: unknown) => {
      throw new Error(`Housekeeping of ${name}`, { cause });
    }),
  );
}
