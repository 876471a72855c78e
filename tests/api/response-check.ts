import { Ajv, type ValidateFunction } from 'ajv';
import { isInstant } from '../../domain/declarations/condition-values.ts';
import { checkResponses } from '../../server/platform/http/response-schemas.ts';

/** Differences between responses and their schemas, each of which also fails its request. */
export const responseFaults: string[] = [];

const ajv = new Ajv({ strict: true, allErrors: false });
ajv.addFormat('date-time', isInstant);
ajv.addFormat('date', true);
ajv.addFormat('email', true);
ajv.addFormat('uri', true);
const validators = new Map<object, ValidateFunction>();

/** Every response is compared with its schema: missing and undeclared properties, types, formats and constants. */
checkResponses((route, schema, json) => {
  let validate = validators.get(schema);
  if (!validate) validators.set(schema, (validate = ajv.compile(schema)));
  if (validate(JSON.parse(json))) return;
  const [{ instancePath, message = '', params } = { instancePath: '', params: {} }] = validate.errors ?? [];
  const fault = `${route}: ${instancePath || 'the response'} ${message} ${JSON.stringify(params)}`;
  responseFaults.push(fault);
  throw new Error(fault);
});
