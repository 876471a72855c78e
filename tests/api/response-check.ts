import { Ajv, type ValidateFunction } from 'ajv';
import { isInstant } from '../../domain/declarations/condition-values.ts';
import type { Model, Resource } from '../../domain/declarations/model.ts';
import { checkResponses } from '../../server/platform/http/response-schemas.ts';
import { rowSchema, withSchemas } from '../../server/resources/row-calls.ts';

/** Differences between responses and their schemas. Each also fails its request. */
export const responseFaults: string[] = [];

const ajv = new Ajv({ strict: true, allErrors: false });
ajv.addFormat('date-time', isInstant);
ajv.addFormat('date', true);
ajv.addFormat('email', true);
ajv.addFormat('uri', true);
// Fields have annotations, and formats that are validated when they are written.
const rowAjv = new Ajv({ strict: false, allErrors: false, logger: false, multipleOfPrecision: 6 });
rowAjv.addFormat('date-time', isInstant);
const validators = new Map<object, ValidateFunction>();
/** By the schema with which a row leaves: the one with its values' declarations. */
const declaredRows = new Map<unknown, unknown>();

/** Values of rows are compared with the declarations of their fields too. A server leaves these out: its values can be older. */
export function compareRows({ resources }: Model): void {
  for (const resource of resources.values()) declaredRows.set(rowSchema(resource), declaredRow(resource));
}

function declaredRow({ fields }: Resource): object {
  const properties = Object.fromEntries(
    fields.map(({ name, schema }) => [name, { anyOf: [schema, { type: 'null' }] }]),
  );
  return { type: 'object', additionalProperties: false, properties };
}

/** Every response is compared with its schema: missing and undeclared properties, types, formats and constants. */
checkResponses((route, schema, json) => {
  let validate = validators.get(schema);
  if (!validate) {
    const declared = withSchemas(schema, declaredRows) as object;
    validators.set(schema, (validate = (declared === schema ? ajv : rowAjv).compile(declared)));
  }
  if (validate(JSON.parse(json))) return;
  const [{ instancePath, message = '', params } = { instancePath: '', params: {} }] = validate.errors ?? [];
  const fault = `${route}: ${instancePath || 'the response'} ${message} ${JSON.stringify(params)}`;
  responseFaults.push(fault);
  throw new Error(fault);
});
