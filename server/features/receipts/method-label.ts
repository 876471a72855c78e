import type { RowOf } from '../../resources/typed-rows.ts';
import type { Needs } from '../../services.ts';

/** "Card": as the field of payments declares it. */
export function methodLabel({ model }: Needs<'model'>, method: RowOf<'payments'>['method']): string {
  const field = model.resources.get('payments')?.fields.find(({ name }) => name === 'method');
  return field?.schema['x-labels']?.[method] ?? method;
}
