import { checkFormSchema } from '../../../../../domain/requests/request-form-check.ts';
import type { FormFault } from '../../../../../domain/requests/request-form-fault.ts';
import type { CostType, RequestFormSchema } from '../../../../../domain/requests/request-form.ts';

/** The faults of a form in the editor. */
export interface Faults {
  /** Faults that prevent saving; if there are none, those that prevent publishing. */
  all: FormFault[];
  blocksSaving: boolean;
  /** Faults of the form as a whole. */
  general: FormFault[];
  /** Faults of price lines, by index and setting ("0/amount"). */
  price: Readonly<Record<string, string>>;
  /** By field name, then by setting ("title", "enum/2"). */
  of: (name: string) => Readonly<Record<string, string>>;
}

const NONE: Readonly<Record<string, string>> = {};

export function formFaults(schema: RequestFormSchema, costType: CostType): Faults {
  const saving = checkFormSchema(schema);
  const all = saving.length > 0 ? saving : checkFormSchema(schema, costType);
  const byField = new Map<string, Record<string, string>>();
  const general: FormFault[] = [];
  const price: Record<string, string> = {};
  for (const fault of all) {
    const [, part, name, ...rest] = fault.pointer.split('/');
    const owner = part === 'required' ? schema.required[Number(name)] : part === 'properties' ? name : undefined;
    if (owner === undefined) {
      if (part === 'x-price' && rest.length > 0) price[`${name}/${rest.join('/')}`] ??= fault.message;
      else general.push(fault);
      continue;
    }
    const faults = byField.get(owner) ?? {};
    faults[part === 'required' ? 'required' : rest.join('/')] ??= fault.message;
    byField.set(owner, faults);
  }
  return { all, blocksSaving: saving.length > 0, general, price, of: (name) => byField.get(name) ?? NONE };
}
