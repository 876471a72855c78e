/** The dependencies passed to every feature: created once in main.ts (or by a test), never imported as globals. */
import type { Model } from '../domain/declarations/model.ts';
import type { Clock } from './platform/clock.ts';
import type { Db, Tx } from './platform/database.ts';
import type { Gateway, GatewayAccount } from './platform/gateway.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import type { ProcessWatch } from './platform/process-watch.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import type { Settings } from './platform/settings.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { PermissionStore } from './resources/permission-store.ts';
import type { Engine } from './resources/engine.ts';
import type { RegisteredSites } from './resources/registered-sites.ts';
import type { SystemSettings } from './resources/system-settings.ts';
import type { ModelWatch } from './schema/model-watch.ts';

export interface Services {
  settings: Settings;
  /** Its site has the time zone and the terms of the system settings. */
  model: Model;
  clock: Clock;
  db: Db;
  jobs: Jobs;
  /** null without a mail server: mails stay in the outbox. */
  mail: MailTransport | null;
  /** null: no card payments are offered. */
  gateway: Gateway | null;
  /** What the provider of card payments reports. null with `gateway`. */
  gatewayAccount: GatewayAccount | null;
  engine: Engine;
  permissions: PermissionStore;
  systemSettings: SystemSettings;
  registeredSites: RegisteredSites;
  limits: RateLimits;
  /** Whether the tables are still those of the declarations that this process has loaded. */
  modelWatch: ModelWatch;
  /** What this process notices about itself. */
  watch: ProcessWatch;
  /** null: nothing is traced. */
  tracing: Tracing | null;
  /** What would change in the database if it were brought to the declarations now. Read-only; acquires no lock. */
  schemaChanges: (tx: Tx) => Promise<SchemaChange[]>;
}

/** The part of the services that a function takes. */
export type Needs<Key extends keyof Services> = Pick<Services, Key>;
export type ReadServices = Needs<'clock' | 'db' | 'model'>;
export type RowServices = ReadServices & Needs<'engine'>;
/** What `notify` takes. */
export type NoticeServices = Needs<'clock' | 'jobs' | 'model' | 'settings' | 'systemSettings'>;
/** For row changes that notify people. */
export type CommandServices = RowServices & NoticeServices;
/** For payments. */
export type PaymentServices = CommandServices & Needs<'gateway' | 'limits'>;
/** For the outbox. */
export type MailServices = RowServices & Needs<'mail' | 'settings'>;

export interface SchemaChange {
  /** "discounts.percent" */
  place: string;
  /** A sentence for people. */
  words: string;
  /** data: only done when loss is allowed. impossible: never done. */
  loss: 'none' | 'data' | 'impossible';
}
