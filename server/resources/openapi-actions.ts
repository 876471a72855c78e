import { actionText, type ClientAction } from '../../domain/declarations/actions.ts';
import { ACTION_ANSWER, ACTION_PLAN, IDS, json, ref, type Doc } from './openapi-components.ts';

export function actionPaths({ name, actions }: { name: string; actions: ClientAction[] }): Doc {
  const path = `/api/${name}/actions`;
  const tags = [name];
  const failed = { default: ref('responses/Problem') };
  const call = (id: string, summary: string, answer: Doc, rest: Doc): Doc => ({
    operationId: `${name}.actions.${id}`,
    summary,
    tags,
    responses: { '200': json(answer), ...failed },
    ...rest,
  });
  const of = actions.flatMap(({ name: action, label, inputs }) => {
    const text = actionText(label, 1);
    const properties = { ids: IDS, ...(inputs ? { inputs: inputs.schema } : {}) };
    const body = (schema: Doc): Doc => ({ required: true, content: { 'application/json': { schema } } });
    const run = {
      parameters: [ref('parameters/idempotencyKey')],
      requestBody: body({ type: 'object', additionalProperties: false, required: Object.keys(properties), properties }),
    };
    const planned = { requestBody: body({ type: 'object', required: ['ids'], properties: { ids: IDS } }) };
    return [
      [`${path}/${action}`, { post: call(action, text, ACTION_ANSWER, run) }],
      [
        `${path}/${action}/plan`,
        { post: call(`${action}.plan`, `${text}: the question before`, ACTION_PLAN, planned) },
      ],
    ] as const;
  });
  if (of.length === 0) return {};
  const ids = { name: 'ids', in: 'query', required: true, schema: { type: 'string' }, description: '[1,2]' };
  const available = { type: 'object', additionalProperties: IDS };
  return {
    [path]: {
      get: call('available', 'By action: the rows with which it can be run', available, { parameters: [ids] }),
    },
    ...Object.fromEntries(of),
  };
}
