export type Doc = Record<string, unknown>;

export function ref(path: string): Doc {
  return { $ref: `#/components/${path}` };
}

export const PROBLEM: Doc = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    errors: { type: 'object', description: 'Message by field name' },
    current: { type: 'object', description: '412: the row as it is now' },
  },
};

export const PARAMETERS: Doc = {
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The version seen, such as "3"; another one now: 412 with the current row',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 8, maxLength: 255 },
    description:
      'Sent again with the same body within seven days, the call is answered with the row that the first one made',
  },
};
