import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { docsPage, DOCS_STYLE } from './docs-page.ts';
import { openApiOf } from './openapi.ts';

/** /api/openapi.json for programs, /api/docs for people. Made at the first request, when all routes are known. */
export function addDescriptionRoutes(app: FastifyInstance, { model }: Services): void {
  const generic = [...model.resources.values()]
    .filter(({ config }) => !config.internal)
    .flatMap(({ name }) =>
      ['', '/:id', '/export', '/:id/history', '/:id/revert', '/:id/restore'].map((rest) => `/api/${name}${rest}`),
    );
  const own = new Set([...generic, '/api/docs', '/api/docs.css', '/api/openapi.json']);
  let document: Record<string, unknown> | undefined;
  const describe = (): Record<string, unknown> =>
    (document ??= openApiOf(
      model,
      app.listedRoutes.filter(({ url }) => url.startsWith('/api/') && !own.has(url)),
    ));

  app.get('/api/openapi.json', async () => describe());
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(model, describe())),
  );
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_STYLE));
}
