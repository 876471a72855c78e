import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Feature } from '../../feature.ts';
import type { SettingsPart } from '../../platform/settings.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { metricsText } from './figures.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    /** Opens /metrics; null: there are no metrics. */
    metricsToken: string | null;
  }
}

const SHORTEST = 20;

const metricsSettings: SettingsPart = {
  variables: ['METRICS_TOKEN'],
  secrets: ['METRICS_TOKEN'],
  read: ({ text, report }) => {
    const metricsToken = text('METRICS_TOKEN');
    if (metricsToken !== null && metricsToken.length < SHORTEST)
      report('METRICS_TOKEN', `at least ${SHORTEST} characters long`, '***');
    return { metricsToken };
  },
};

async function registerMetrics(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'settings' | 'watch'>,
): Promise<void> {
  const { metricsToken } = services.settings;
  if (metricsToken === null) return;
  app.get('/metrics', { config: { untraced: true } }, async ({ headers }, reply) => {
    if (!isToken(metricsToken, headers.authorization ?? ''))
      throw problem(
        401,
        'metrics.no-token',
        'Not allowed',
        'Send the token of METRICS_TOKEN: "Authorization: Bearer ...".',
      );
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await metricsText(services));
  });
}

function isToken(token: string, header: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(`Bearer ${token}`), hash(header));
}

export const metrics: Feature = { name: 'metrics', settings: metricsSettings, anonymousRoutes: registerMetrics };
