import type { Call } from '../../domain/calls/call.ts';
import { ref, type Doc } from './openapi-components.ts';

/** A route outside the resource routes, as Fastify registered it. */
export interface NamedCall {
  method: string;
  url: string;
  needsAccount: boolean;
  schema?: { body?: unknown; params?: unknown; querystring?: unknown; summary?: string } | undefined;
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
      operationId: id,
      summary: schema?.summary ?? `${method} ${path}`,
      tags: ['calls'],
      parameters: [...pathParameters(path, propertiesOf(schema?.params)), ...queryParameters(schema?.querystring)],
      ...(schema?.body && method !== 'GET'
        ? { requestBody: { content: { 'application/json': { schema: schema.body } } } }
        : {}),
      responses: {
        ...(call ? declaredResponses(call) : { '2XX': { description: 'Done' } }),
        default: ref('responses/Problem'),
      },
      ...(needsAccount ? { security: [{ session: [] }] } : {}),
    };
  }
  return paths;
}

function declaredResponses({ status, response, content, optional }: Call): Doc {
  const empty = { 204: { description: 'Done' } };
  if (!response && content === undefined) return empty;
  const type = content ?? 'application/json';
  const success = { description: 'Done', content: { [type]: { schema: response ?? {} } } };
  return { [status ?? 200]: success, ...(optional ? empty : {}) };
}

function pathParameters(path: string, known: Record<string, unknown>): Doc[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name] ?? { type: 'string' },
  }));
}

function queryParameters(querystring: unknown): Doc[] {
  const required =
    typeof querystring === 'object' && querystring !== null && 'required' in querystring ? querystring.required : [];
  return Object.entries(propertiesOf(querystring)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
  }));
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  const properties = typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : {};
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
}
