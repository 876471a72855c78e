import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../domain/declarations/actor.ts';
import { matchesEntityTag } from '../platform/http/entity-tags.ts';
import { negotiateEncoding } from '../platform/content-encoding.ts';
import { bodyIn, cachedResponse, type CachedResponse } from '../platform/public-cache.ts';
import { validatorFor } from './validators.ts';
import type { Needs } from '../services.ts';
import { clientModel, loginWays, shellModel } from './client-model.ts';

const MAX_DOCUMENTS = 30;
const JSON_TYPE = 'application/json; charset=utf-8';

export function addModelRoutes(
  app: FastifyInstance,
  services: Needs<'engine' | 'model' | 'permissions' | 'settings'>,
): void {
  const { model, engine, settings } = services;
  // Another process may have sent the caller to a form whose validator this process has not compiled yet.
  app.validatorSources.push(async (hash, { actor }) => {
    const forms = clientModel(model, engine.resolver, actor).resources.flatMap(({ formSchema, actions }) => [
      formSchema.create,
      formSchema.update,
      ...actions.flatMap(({ inputs }) => inputs?.schema ?? []),
    ]);
    return forms.find((form) => validatorFor(form).hash === hash);
  });
  addDocumentRoute(app, services, '/api/model/shell', {
    type: JSON_TYPE,
    make: (actor) => JSON.stringify(shellModel(model, settings, engine.resolver, actor)),
  });
  addDocumentRoute(app, services, '/api/model', {
    type: JSON_TYPE,
    make: (actor) => JSON.stringify(clientModel(model, engine.resolver, actor)),
  });
}

/**
 * A document that depends only on the caller's permissions: built once per set of roles, declarations and rules, which also form its
 * ETag.
 */
export function addDocumentRoute(
  app: FastifyInstance,
  { model, permissions, settings }: Needs<'model' | 'permissions' | 'settings'>,
  path: string,
  { type, make }: { type: string; make: (actor: Actor) => string },
): void {
  const made = new Map<string, CachedResponse>();

  const tagOf = (actor: Actor): string => {
    const of = [
      model.revision,
      loginWays(settings),
      permissions.revision,
      actor.id === null,
      ...actor.roles.toSorted(),
    ];
    return `"${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32)}"`;
  };
  const madeFor = (actor: Actor, tag: string): CachedResponse => {
    const known = made.get(tag);
    if (known !== undefined) return known;
    const fresh = cachedResponse({}, Buffer.from(make(actor)));
    const [oldest] = made.keys();
    if (made.size >= MAX_DOCUMENTS && oldest !== undefined) made.delete(oldest);
    made.set(tag, fresh);
    return fresh;
  };

  // It has no rows: kiosk sessions read it, too.
  app.get(path, { config: { public: true } }, async (request, reply) => {
    const { actor, headers } = request;
    const tag = tagOf(actor);
    reply.header('ETag', tag).header('Cache-Control', 'private, no-cache').header('Vary', 'Cookie, Accept-Encoding');
    if (matchesEntityTag(request, tag)) return reply.code(304).send();
    const response = madeFor(actor, tag);
    const encoding = negotiateEncoding(headers['accept-encoding'], response.body.length);
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.type(type).send(await bodyIn(response, encoding));
  });
}
