import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../domain/declarations/actor.ts';
import type { Services } from '../services.ts';
import { clientModel } from './client-model.ts';
import { docsPage, DOCS_STYLE } from './docs-page.ts';
import { addDocumentRoute } from './model-route.ts';
import { openApiOf, type DescribedResource } from './openapi.ts';

/** /api/openapi.json for programs, /api/docs for people: the calls available to this caller, visitors included. */
export function addDescriptionRoutes(app: FastifyInstance, services: Services): void {
  const { model, engine } = services;
  const own = new Set(['/api/docs', '/api/docs.css', '/api/openapi.json']);

  const resourcesFor = (actor: Actor): DescribedResource[] =>
    clientModel(model, engine.resolver, actor).resources.map(({ name, fields, actions, can }) => ({
      ...engine.resolver.resource(name),
      fields,
      actions,
      can,
    }));
  const describe = (actor: Actor, resources: readonly DescribedResource[]): Record<string, unknown> => {
    const calls = app.listedRoutes.filter(
      ({ url, needsAccount, call }) =>
        url.startsWith('/api/') &&
        !own.has(url) &&
        call?.resource === undefined &&
        (actor.id !== null || !needsAccount),
    );
    return openApiOf(model, resources, calls);
  };

  addDocumentRoute(app, services, '/api/openapi.json', {
    type: 'application/json; charset=utf-8',
    make: (actor) => JSON.stringify(describe(actor, resourcesFor(actor))),
  });
  addDocumentRoute(app, services, '/api/docs', {
    type: 'text/html; charset=utf-8',
    make: (actor) => {
      const resources = resourcesFor(actor);
      return docsPage(model, resources, describe(actor, resources));
    },
  });
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_STYLE));
}
