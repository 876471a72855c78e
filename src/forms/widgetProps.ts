import type { FormProperty } from './formSchema.ts';
import { placesWithin } from './places.ts';

/** What every widget gets. `undefined` is the empty value; a value that cannot be read is handed on as it was typed. */
export interface WidgetProps {
  /** Id of the element that takes focus. */
  id: string;
  /** Id of the label or legend, for groups. */
  labelId: string;
  name: string;
  label: string;
  property: FormProperty;
  value: unknown;
  required: boolean;
  disabled: boolean;
  invalid: boolean;
  /** Paths of the faults within an invalid value ("1", "0/words"). Default: the whole value. */
  faults?: readonly string[];
  /** Ids of help and error. */
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
}

/** The same for an item or a property of the value. */
export function faultsWithin(
  { invalid, faults = [] }: Pick<WidgetProps, 'invalid' | 'faults'>,
  part: string | number,
): Pick<WidgetProps, 'invalid' | 'faults'> {
  if (faults.length === 0) return { invalid, faults };
  const within = placesWithin(faults, String(part));
  return { invalid: within.length > 0 || faults.includes(String(part)), faults: within };
}

/** The attributes that tie an input to its label, help and error. */
export function inputAttributes(props: WidgetProps) {
  return {
    id: props.id,
    name: props.name,
    disabled: props.disabled,
    'aria-required': props.required,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
  } as const;
}
