import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import { isKnownTag } from '../platform/http/entity-tags.ts';
import { negotiateEncoding } from '../platform/http/content-encoding.ts';
import { bodyIn, cachedResponse, type CachedResponse } from '../platform/public-cache.ts';
import { validatorFor } from '../platform/validators.ts';
import type { Services } from '../services.ts';
import { clientModel, shellModel } from './client-model.ts';

const MAX_DOCUMENTS = 100;

/** GET /api/model/shell and GET /api/model. Made once for each set of roles, declarations and rules, which also are their ETag. */
export function addModelRoutes(app: FastifyInstance, services: Services): void {
  const { model, engine } = services;
  // Another process may have told the caller of a form whose validator this one has not made yet.
  app.validatorSources.push(async (hash, { actor }) => {
    const forms = clientModel(model, engine.gate, actor).resources.flatMap(({ formSchema }) => [
      formSchema.create,
      formSchema.update,
    ]);
    return forms.find((form) => validatorFor(form).hash === hash);
  });
  addModelRoute(app, services, '/api/model/shell', (actor) => shellModel(model, engine.gate, actor));
  addModelRoute(app, services, '/api/model', (actor) => clientModel(model, engine.gate, actor));
}

function addModelRoute(
  app: FastifyInstance,
  { model, permissions }: Services,
  path: string,
  make: (actor: Actor) => object,
): void {
  const made = new Map<string, CachedResponse>();

  const tagOf = (actor: Actor): string => {
    const of = [model.revision, permissions.revision, ...actor.roles.toSorted()];
    return `"${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32)}"`;
  };
  const madeFor = (actor: Actor, tag: string): CachedResponse => {
    const known = made.get(tag);
    if (known !== undefined) return known;
    const fresh = cachedResponse({}, Buffer.from(JSON.stringify(make(actor))));
    const [oldest] = made.keys();
    if (made.size >= MAX_DOCUMENTS && oldest !== undefined) made.delete(oldest);
    made.set(tag, fresh);
    return fresh;
  };

  app.get(path, async (request, reply) => {
    const { actor, headers } = request;
    const tag = tagOf(actor);
    reply.header('ETag', tag).header('Cache-Control', 'private, no-cache').header('Vary', 'Cookie, Accept-Encoding');
    if (isKnownTag(request, tag)) return reply.code(304).send();
    const response = madeFor(actor, tag);
    const encoding = negotiateEncoding(headers['accept-encoding'], response.body.length);
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(await bodyIn(response, encoding));
  });
}
