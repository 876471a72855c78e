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

export const HISTORY_ENTRY: Doc = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    actor: { type: 'string' },
    action: { type: 'string', enum: ['create', 'update', 'delete', 'revert'] },
    command: { type: ['string', 'null'], description: 'The action that wrote it: "mails.sendAgain"' },
    changes: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, before: {}, after: {} } },
    },
  },
};

export const IDS: Doc = { type: 'array', items: { type: ['integer', 'string'] } };

export const BULK_ANSWER: Doc = {
  type: 'object',
  properties: {
    ids: IDS,
    changes: {
      type: 'array',
      description: 'The writes made, as POST /api/undo takes them; rows that had the values already are not among them',
      items: {
        type: 'object',
        properties: {
          resource: { type: 'string' },
          id: { type: ['integer', 'string'] },
          version: { type: 'integer' },
        },
      },
    },
  },
};

export const ACTION_PLAN: Doc = {
  type: 'object',
  properties: {
    ids: IDS,
    title: { type: 'string' },
    notes: { type: 'array', items: { type: 'string' } },
    button: { type: 'string' },
    asks: { type: 'boolean', description: 'Whether it is asked before the action runs' },
    inputs: {
      type: ['object', 'null'],
      additionalProperties: { type: 'object' },
      description: 'The inputs that these rows require, with what differs from the schema; null: all, as declared',
    },
  },
};

export const ACTION_ANSWER: Doc = {
  type: 'object',
  properties: {
    ...(BULK_ANSWER['properties'] as Doc),
    result: { description: 'What the command returns' },
  },
};

export const CALENDAR_ENTRY: Doc = {
  type: 'object',
  properties: {
    id: { type: ['integer', 'string'] },
    date: { type: ['string', 'null'], description: 'The local date on which an occurrence of a series begins' },
    start: { type: 'string', description: 'A date, or an instant in UTC' },
    end: { type: 'string', description: 'The last date, or the instant at which it ends' },
    title: { type: 'string' },
    column: { type: 'string' },
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
