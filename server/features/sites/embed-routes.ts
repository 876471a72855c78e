import type { FastifyInstance, FastifyReply } from 'fastify';
import { EMBED_THEMES, type EmbedTheme } from '../../../domain/values/registered-sites.ts';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import { embeddedCalendar, embeddedEvents, embeddedHours } from './embed-content.ts';
import { sendEmbed, type EmbedContent } from './embed-page.ts';

interface AtPlace {
  Params: { location: string };
  Querystring: { theme?: string; days?: string; count?: string };
}

const CACHED = { cacheKey: keyByQuery(['theme', 'days', 'count'], { closed: false }) };

/**
 * Pages for frames of registered sites. Invalid parameters fall back to their defaults: no one reads a refusal in a
 * frame.
 */
export async function registerEmbeds(
  app: FastifyInstance,
  services: RowServices & Needs<'permissions' | 'registeredSites' | 'systemSettings'>,
): Promise<void> {
  const { systemSettings, permissions, registeredSites } = services;

  app.get<AtPlace>('/embed/hours/:location', { config: CACHED }, ({ params, query }, reply) =>
    send(reply, query, () => embeddedHours(services, idIn(params.location))),
  );
  app.get<AtPlace>('/embed/calendar/:location', { config: CACHED }, ({ params, query }, reply) =>
    send(reply, query, () => embeddedCalendar(services, idIn(params.location), within(query.days, 1, 31, 14))),
  );
  app.get<AtPlace>('/embed/events', { config: CACHED }, ({ query }, reply) =>
    send(reply, query, () => embeddedEvents(services, within(query.count, 1, 20, 8))),
  );

  async function send(reply: FastifyReply, query: AtPlace['Querystring'], content: () => Promise<EmbedContent>) {
    // No session is resolved here, which would have brought their revision.
    await Promise.all([systemSettings.fresh(), permissions.fresh(), registeredSites.fresh()]);
    const options = { sites: registeredSites.origins('canEmbed'), theme: themeIn(query.theme) };
    try {
      return sendEmbed(reply, await content(), options);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.status !== 404) throw error;
      const absent = { title: 'Not available', body: '<p>This place does not exist.</p>', more: null };
      return sendEmbed(reply, absent, { ...options, status: 404 });
    }
  }
}

function idIn(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

function themeIn(text: string | undefined): EmbedTheme {
  return EMBED_THEMES.find((theme) => theme === text) ?? 'auto';
}

function within(text: string | undefined, least: number, most: number, usual: number): number {
  const number = /^\d{1,3}$/.test(text ?? '') ? Number(text) : usual;
  return number >= least && number <= most ? number : usual;
}
