import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import type { RecordFormProps } from '../../form/recordFormProps.ts';
import { DiscountExample } from './DiscountExample.tsx';

/** The form of a discount, with what it takes off an example below its amounts. */
export function DiscountForm(props: RecordFormProps) {
  return (
    <GeneratedForm {...props} inserted={{ after: 'amountCents', content: <DiscountExample data={props.data} /> }} />
  );
}
