import type { FieldType, RequestField } from '../../../../../domain/requests/request-form.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { addNamedField } from './edits.ts';
import type { FormEditor } from './useFormEditor.tsx';

interface Needed {
  name: string;
  type: FieldType;
  more: Partial<RequestField>;
}

const NEEDED: Partial<Record<string, Needed[]>> = {
  DirectCostInput: [{ name: 'cost', type: 'Cost', more: { title: 'Amount', minimum: 100, maximum: 10_000 } }],
  Poster: [
    { name: 'width', type: 'Double', more: { title: 'Width', minimum: 6, maximum: 96, 'x-unit': 'in' } },
    { name: 'height', type: 'Double', more: { title: 'Height', minimum: 6, maximum: 96, 'x-unit': 'in' } },
    { name: 'quantity', type: 'Integer', more: { title: 'Copies', minimum: 1, maximum: 20 } },
  ],
};

/** Form-wide faults, with buttons that add the fields required by the cost type. */
export function CostTypeHelp({ editor: { form, schema, faults, edit } }: { editor: FormEditor }) {
  if (faults.general.length === 0) return null;
  const missing = (NEEDED[form.costType] ?? []).filter(({ name }) => !Object.hasOwn(schema.properties, name));
  const add = () => edit(missing.reduce((next, { name, type, more }) => addNamedField(next, name, type, more), schema));
  return (
    <Banner
      tone="warning"
      role="status"
      title="Before this form can be published"
      actions={
        missing.length > 0 && (
          <Button size="small" icon="plus" onClick={add}>
            Add {missing.map(({ more }) => more.title).join(', ')}
          </Button>
        )
      }
    >
      <ul>
        {faults.general.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}
