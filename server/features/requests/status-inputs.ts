import type { InputsForRows } from '../../../domain/calls/action-parts.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import type { QuoteLine } from '../../../domain/requests/quotes.ts';
import type { TransitionInput } from '../../../domain/requests/workflow.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { CommandCall, CommandInputs } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { NoticeServices } from '../../services.ts';
import { REFUND_CHOICE } from '../payments/refund-choice.ts';
import { SHELF, shelfText } from '../pickups/shelf.ts';
import { defaultExpiry, requireTotal, type NewQuote } from './quotes.ts';
import type { SubmissionRow } from './rows.ts';
import type { StepInput } from './steps.ts';

export const REASON: PropertySchema = { type: 'string', title: 'Reason', minLength: 1, maxLength: 2000 };

const QUOTE_LINES: PropertySchema = {
  type: 'array',
  title: 'Lines',
  description: 'The price is their sum. The customer sees them, and they cannot be changed after that.',
  maxItems: 50,
  items: {
    type: 'object',
    title: 'Line',
    additionalProperties: false,
    required: ['label', 'quantity', 'unitCents'],
    properties: {
      label: { type: 'string', title: 'What', minLength: 1, maxLength: 200 },
      quantity: { type: 'integer', title: 'Quantity', minimum: 1, maximum: 10_000, default: 1 },
      unitCents: {
        type: 'integer',
        title: 'Unit price',
        'x-money': true,
        minimum: -100_000_000,
        maximum: 100_000_000,
      },
    },
  },
};

export const STATUS_INPUTS: CommandInputs = {
  properties: {
    quoteLines: QUOTE_LINES,
    costCents: { type: 'integer', title: 'Cost', 'x-money': true, minimum: 0, maximum: 100_000_000 },
    quoteExpiresOn: { type: 'string', title: 'Valid until', format: 'date' },
    expectedOn: { type: 'string', title: 'Expected on', format: 'date' },
    shelf: SHELF,
    reason: REASON,
    refund: REFUND_CHOICE,
  },
};

/** The inputs of the command that each input of a transition admits. */
const NAMES: Readonly<Record<TransitionInput, readonly string[]>> = {
  reason: ['reason'],
  cost: ['costCents'],
  quote: ['quoteLines', 'costCents', 'quoteExpiresOn'],
  expectedOn: ['expectedOn'],
  shelf: ['shelf'],
};

export function withDefault(value: string | number | null): Partial<PropertySchema> {
  return value === null ? {} : { default: value };
}

/** What the dialog asks for. A quote for one request has lines, quotes for several have one price. */
export function inputsForStatus(
  services: NoticeServices,
  needed: ReadonlySet<TransitionInput>,
  only: SubmissionRow | undefined,
): InputsForRows {
  const line = { label: only?.subject ?? '', quantity: 1 };
  const price = only ? { quoteLines: { isOptional: true, default: [line] } } : { costCents: {} };
  const inputs: Readonly<Record<TransitionInput, InputsForRows>> = {
    reason: { reason: {} },
    cost: { costCents: withDefault(only?.costCents ?? null) },
    quote: { ...price, quoteExpiresOn: { isOptional: true, default: defaultExpiry(services) } },
    expectedOn: { expectedOn: withDefault(only?.expectedOn ?? null) },
    // Without the one of the last time: it waits somewhere else now.
    shelf: { shelf: { isOptional: true } },
  };
  return Object.assign({}, ...[...needed].map((name) => inputs[name])) as InputsForRows;
}

interface Entered {
  reason?: string | null;
  costCents?: number | null;
  expectedOn?: string | null;
  shelf?: string | null;
  quoteLines?: QuoteLine[] | null;
  quoteExpiresOn?: string | null;
}

/** The inputs of a change of status, checked against those that it takes. */
export function readStatusInput(
  services: NoticeServices,
  { inputs }: Pick<CommandCall<'submissions'>, 'inputs'>,
  needed: ReadonlySet<TransitionInput>,
): StepInput & { quote?: NewQuote } {
  const entered = inputs as Entered;
  const errors: Record<string, string> = {};
  const accepted = new Set([...needed].flatMap((name) => NAMES[name]));
  for (const name of ['quoteLines', 'costCents', 'quoteExpiresOn', 'expectedOn', 'shelf'] as const)
    if (!accepted.has(name) && (entered[name] ?? null) !== null)
      errors[name] = 'This status change does not accept this value';
  const today = localDate(services.clock.now(), services.model.site.timezone);
  for (const name of ['expectedOn', 'quoteExpiresOn'] as const) {
    const day = entered[name] ?? null;
    if (day !== null && day < today && !errors[name]) errors[name] = 'Enter today or a later date';
  }
  const quote = needed.has('quote') ? readQuote(entered, errors) : null;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    reason: entered.reason?.trim() || undefined,
    costCents: quote?.costCents ?? entered.costCents ?? undefined,
    expectedOn: entered.expectedOn ?? undefined,
    ...(needed.has('shelf') && { shelf: shelfText(entered.shelf) }),
    ...(quote && { quote }),
  };
}

/** Lines, or one price. */
function readQuote({ quoteLines, costCents, quoteExpiresOn }: Entered, errors: Record<string, string>): NewQuote {
  const lines = quoteLines?.length ? quoteLines : null;
  if (lines && (costCents ?? null) !== null) errors['costCents'] = 'Enter lines or one price';
  if (!lines && (costCents ?? null) === null) errors['quoteLines'] = 'Add at least one line';
  return { lines, costCents: lines ? requireTotal(lines) : (costCents ?? 0), expiresOn: quoteExpiresOn ?? null };
}
