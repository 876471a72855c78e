import type { FormProperty } from './formSchema.ts';
import { placesWithin } from './places.ts';

/** Props of every widget. `undefined` is the empty value; input that cannot be parsed is passed on as text. */
export interface WidgetProps {
  /** Id of the focusable element. */
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
  /** Paths of faults within an invalid value ("1", "0/words"). Default: the whole value. */
  faults?: readonly string[];
  /** Ids of help and error. */
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
}

export function faultsWithin(
  { invalid, faults = [] }: Pick<WidgetProps, 'invalid' | 'faults'>,
  part: string | number,
): Pick<WidgetProps, 'invalid' | 'faults'> {
  if (faults.length === 0) return { invalid, faults };
  const within = placesWithin(faults, String(part));
  return { invalid: within.length > 0 || faults.includes(String(part)), faults: within };
}

/** Attributes that associate an input with its label, help and error. */
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
