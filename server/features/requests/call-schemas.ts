import { STATUSES } from '../../../domain/requests/workflow.ts';

const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const status = { type: 'string', enum: [...STATUSES] } as const;
const data = { type: 'object', maxProperties: 1000 } as const;
const change = {
  to: status,
  reason: { type: 'string', maxLength: 2000 },
  costCents: { type: 'integer', minimum: 0, maximum: 100_000_000 },
  expectedOn: { type: 'string', format: 'date' },
} as const;

function closed(properties: Record<string, object>, required: string[]) {
  return { type: 'object', additionalProperties: false, required, properties };
}

export const idParams = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
  required: ['id'],
};
export const formIdParams = {
  type: 'object',
  properties: { formId: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
  required: ['formId'],
};

const draftVersion = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
export const submitBody = closed({ formVersionId: id, data, draftVersion, comparedWith: id }, [
  'formVersionId',
  'data',
]);
export const resubmitBody = closed({ formVersionId: id, data, from: status, draftVersion }, [
  'formVersionId',
  'data',
  'from',
]);
export const draftBody = closed(
  { formVersionId: id, data, base: closed({ version: draftVersion, data }, ['version', 'data']) },
  ['formVersionId', 'data'],
);
export const statusBody = closed({ from: status, override: { type: 'boolean', const: true }, ...change }, [
  'from',
  'to',
]);
export const statusesBody = closed(
  {
    items: { type: 'array', minItems: 1, maxItems: 500, items: closed({ id, from: status }, ['id', 'from']) },
    ...change,
  },
  ['items', 'to'],
);
export const assignBody = closed(
  {
    ids: { type: 'array', minItems: 1, maxItems: 500, uniqueItems: true, items: id },
    assignedToId: { type: ['integer', 'null'], minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  },
  ['ids', 'assignedToId'],
);

export const openFormQuery = closed(
  {
    form: { type: 'string', minLength: 1, maxLength: 60 },
    group: { type: 'string', minLength: 1, maxLength: 60 },
    submission: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
  },
  ['form'],
);
export const detailQuery = closed({ role: { type: 'string', maxLength: 60 } }, []);
export const transitionsQuery = closed(
  { ids: { type: 'string', pattern: '^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$' } },
  ['ids'],
);
export const listQuery = closed(
  {
    filter: { type: 'string', maxLength: 10_000 },
    range: { type: 'string', maxLength: 60 },
    sort: { type: 'string', maxLength: 200 },
  },
  [],
);
const exportText = { type: 'string', maxLength: 10_000 } as const;
export const exportQuery = closed({ filter: exportText, sort: exportText, fields: exportText, names: exportText }, []);
export const draftQuery = closed({ submission: { type: 'string', pattern: '^(0|[1-9][0-9]{0,14})$' } }, []);
