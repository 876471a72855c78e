import { useMemo, useState } from 'react';
import { priceOf } from '../../../../../domain/requests/price-rules.ts';
import {
  pruneHidden,
  type Answers,
  type CostType,
  type RequestField,
  type RequestFormSchema,
} from '../../../../../domain/requests/request-form.ts';
import { checkAnswers } from '../../../../../domain/requests/request-form-answers.ts';
import { formatMoney } from '../../../../../domain/values/formats.ts';
import { useModel } from '../../../../app/useModel.ts';
import type { FormData } from '../../../../forms/shared/formServices.ts';
import { RequestForm } from '../../../../forms/RequestForm.tsx';
import { PriceLines } from '../../../../requests/PriceLines.tsx';
import { fieldsInPrice } from '../../../../requests/priceFormulas.ts';
import { useTrialServices } from './useTrialServices.ts';
import styles from './settings.module.css';

interface PriceExampleProps {
  costType: CostType;
  schema: RequestFormSchema;
  hasFaults: boolean;
}

/** The price of example answers, which can be changed. */
export function PriceExample({ costType, schema, hasFaults }: PriceExampleProps) {
  const { timezone } = useModel().site;
  const services = useTrialServices();
  const [changed, setChanged] = useState<FormData>({});
  // What was cleared stays empty.
  const [shown, setShown] = useState<readonly string[]>([]);
  const names = fieldsInPrice(schema).join(' ');
  const form = useMemo(() => reducedForm(schema, names.split(' ')), [schema, names]);
  const answers = { ...exampleAnswers(form, shown), ...changed };
  const given = pruneHidden(form, answers) as Answers;
  const price = hasFaults ? null : priceOf({ costType, schema: form }, given, checkAnswers(form, given, null));
  return (
    <section className={styles.example} aria-label="Worked example">
      <h3>Worked example</h3>
      {names !== '' && (
        <RequestForm
          schema={form}
          validatorUrl={null}
          data={answers}
          onChange={(next) => {
            setChanged(next);
            setShown(form['x-order']);
          }}
          onSubmit={() => undefined}
          hasSummary={false}
          services={services}
          timezone={timezone}
        />
      )}
      <div role="status">
        {price ? (
          <p className={styles.total}>{formatMoney(price.cents)}</p>
        ) : (
          <p>
            {hasFaults ? 'Correct the marked lines to see the price.' : 'No price: staff set it for these answers.'}
          </p>
        )}
        <PriceLines lines={price?.lines ?? []} />
      </div>
    </section>
  );
}

/** The form with only the named fields, all shown. */
function reducedForm(schema: RequestFormSchema, names: readonly string[]): RequestFormSchema {
  const fields = names.flatMap((name) => {
    const field = schema.properties[name];
    if (!field) return [];
    const { 'x-show-if': _showIf, 'x-rules': _rules, 'x-section': _section, description: _help, ...rest } = field;
    return [[name, rest as RequestField] as const];
  });
  return {
    ...schema,
    properties: Object.fromEntries(fields),
    required: schema.required.filter((name) => names.includes(name)),
    'x-order': fields.map(([name]) => name),
  };
}

function exampleAnswers({ properties }: RequestFormSchema, except: readonly string[]): Answers {
  const fields = Object.entries(properties).filter(([name]) => !except.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleAnswer(field)]));
}

function exampleAnswer({ 'x-field': type, enum: options = [], minimum = 1, maximum = minimum }: RequestField) {
  if (type === 'Boolean') return true;
  if (type === 'Select') return options[0] ?? null;
  if (type === 'MultiSelect') return options.slice(0, 1);
  return type === 'Cost' ? minimum : Math.min(Math.max(minimum, 1), Math.max(maximum, minimum));
}
