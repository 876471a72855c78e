import type { FastifyInstance } from 'fastify';
import type { SlowQuery } from '../../platform/process-watch.ts';
import type { Needs } from '../../services.ts';
import { portalVersion } from './version.ts';

const EVERY_MS = 10_000;
/** Seconds of silence after which a process counts as stopped, and after which it is deleted. */
export const SILENT_SECONDS = 35;
const FORGOTTEN_SECONDS = 24 * 60 * 60;

export interface ProcessFigures {
  rss: number;
  heapUsed: number;
  loopP99: number | null;
  loopMax: number | null;
  utilization: number | null;
  connections: number;
  waiting: number;
  slowQueries: SlowQuery[];
}

const MOST_QUERIES = 10;

/** A failed write is left to the next time. */
export function keepListed(app: FastifyInstance, services: Needs<'clock' | 'db' | 'settings' | 'watch'>): void {
  const { watch } = services;
  let timer: NodeJS.Timeout | null = null;
  const beat = (): void => void writeProcess(services).catch(() => undefined);
  app.addHook('onListen', async () => {
    watch.start();
    beat();
    timer = setInterval(beat, EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    watch.stop();
    if (timer === null) return;
    clearInterval(timer);
    await services.db
      .deleteFrom('serverProcesses')
      .where('key', '=', watch.id)
      .execute()
      .catch(() => undefined);
  });
}

export function ownFigures({ watch }: Needs<'watch'>): ProcessFigures {
  const { rss, heapUsed } = process.memoryUsage();
  const loop = watch.loop();
  const pool = watch.pool();
  return {
    rss,
    heapUsed,
    loopP99: loop?.p99 ?? null,
    loopMax: loop?.max ?? null,
    utilization: loop?.utilization ?? null,
    connections: pool.size,
    waiting: pool.waiting,
    slowQueries: watch.slowQueries().slice(0, MOST_QUERIES),
  };
}

export async function writeProcess(services: Needs<'clock' | 'db' | 'settings' | 'watch'>): Promise<void> {
  const { db, clock, watch, settings } = services;
  const seenAt = clock.instant();
  const figures = JSON.stringify(ownFigures(services));
  await db
    .insertInto('serverProcesses')
    .values({
      key: watch.id,
      host: watch.host,
      pid: process.pid,
      release: await portalVersion(settings.root),
      startedAt: watch.startedAt,
      seenAt,
      figures,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ seenAt, figures, updatedAt: seenAt }))
    .execute();
  const longAgo = new Date(clock.now() - FORGOTTEN_SECONDS * 1000).toISOString();
  await db.deleteFrom('serverProcesses').where('seenAt', '<', longAgo).execute();
}
