import type { WidgetName } from '../../../domain/declarations/kinds.ts';
import { moneyFault } from '../../../domain/values/money.ts';
import { numberFault } from '../../../domain/values/number-text.ts';
import { typedFault } from '../../ui/datePicker/typed.ts';

export interface WidgetTraits {
  /**
   * How the input is framed. label: one control with a label. group: several controls with a legend. check: a checkbox that is its own
   * label. text: no control. choices: label or legend, depending on the number of options.
   */
  frame: 'label' | 'group' | 'check' | 'text' | 'choices';
  /** The message for a value of the wrong type; null where users cannot enter one. */
  wrongType: string | ((typed: string) => string) | null;
  /** Beside other inputs it needs more room than most to show its whole value. */
  isWide?: true;
}

/** Properties of each input other than its component (PropertyWidget.tsx). */
export const WIDGET_TRAITS: Readonly<Record<WidgetName, WidgetTraits>> = {
  text: { frame: 'label', wrongType: null },
  longText: { frame: 'label', wrongType: null },
  html: { frame: 'label', wrongType: null },
  integer: { frame: 'label', wrongType: (typed) => numberFault(typed, 'Enter a whole number') },
  number: { frame: 'label', wrongType: (typed) => numberFault(typed) },
  numbers: { frame: 'group', wrongType: (typed) => numberFault(typed) },
  money: { frame: 'label', wrongType: moneyFault },
  hour: { frame: 'label', wrongType: (typed) => typedFault(typed, 'time') ?? 'Enter a time' },
  boolean: { frame: 'check', wrongType: null },
  yesNo: { frame: 'group', wrongType: null },
  date: { frame: 'label', wrongType: null },
  dateTime: { frame: 'label', wrongType: null, isWide: true },
  time: { frame: 'label', wrongType: null },
  choice: { frame: 'choices', wrongType: null },
  choices: { frame: 'choices', wrongType: null },
  reference: { frame: 'label', wrongType: null },
  references: { frame: 'label', wrongType: null },
  dates: { frame: 'label', wrongType: null },
  rule: { frame: 'label', wrongType: null },
  strings: { frame: 'label', wrongType: null },
  email: { frame: 'label', wrongType: null },
  url: { frame: 'label', wrongType: null },
  color: { frame: 'label', wrongType: null },
  file: { frame: 'label', wrongType: null },
  files: { frame: 'label', wrongType: null },
  image: { frame: 'label', wrongType: null },
  link: { frame: 'label', wrongType: null },
  display: { frame: 'text', wrongType: null },
  group: { frame: 'group', wrongType: null },
  rows: { frame: 'group', wrongType: null },
  variants: { frame: 'label', wrongType: null },
  keyValue: { frame: 'group', wrongType: 'Give each entry its own name' },
  json: { frame: 'label', wrongType: 'Enter valid JSON' },
};
