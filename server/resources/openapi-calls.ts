import type { Call } from '../../domain/calls/call.ts';
import { Type } from '../../domain/calls/type.ts';
import { ref, type Doc } from './openapi-components.ts';

/** A route outside the resource routes, as Fastify registered it. */
export interface NamedCall {
  method: string;
  url: string;
  needsAccount: boolean;
  schema?: { summary?: string } | undefined;
  call?: Call | undefined;
}

/** The paths of these calls, without those that OpenAPI cannot describe. */
export function namedPaths(calls: readonly NamedCall[]): Doc {
  const paths: Record<string, Doc> = {};
  for (const { method, url, needsAccount, schema, call } of calls) {
    if (method === 'HEAD' || url.includes('*')) continue;
    const path = url.replace(/:(\w+)/g, '{$1}');
    const id = `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/\W+/g, '.')}`.replace(/\.$/, '');
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...operation(path, call ?? undeclared(path, schema?.summary ?? `${method} ${path}`)),
      operationId: id,
      tags: ['calls'],
      ...(needsAccount ? { security: [{ session: [] }] } : {}),
    };
  }
  return paths;
}

function undeclared(path: string, summary: string): Call {
  return { summary, params: Type.Each(pathParameters(path), Type.String()), content: '*/*' };
}

function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** `path`: with {names} of its parts. */
export function operation(path: string, call: Call): Doc {
  const { summary, params, query, body, headers = [] } = call;
  return {
    summary,
    parameters: [
      ...pathParameters(path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: params?.properties[name] ?? Type.Id,
      })),
      ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: query?.required?.includes(name) === true,
        schema,
      })),
      ...headers.map((name) => ref(`parameters/${name}`)),
    ],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...responsesOf(call), default: ref('responses/Problem') },
  };
}

function responsesOf({ status, response, content, optional }: Call): Doc {
  const empty = { 204: { description: 'Done' } };
  if (!response && content === undefined) return empty;
  const type = content ?? 'application/json';
  const success = { description: 'Done', content: { [type]: { schema: response ?? {} } } };
  return { [status ?? 200]: success, ...(optional ? empty : {}) };
}
