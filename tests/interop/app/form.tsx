import type CoreForm from '@rjsf/core';
import { Form } from '@rjsf/mui';
import validator from '@rjsf/validator-ajv8';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { OpenForm } from '../../../domain/calls/open-form.ts';
import type { Submit } from '../../../domain/calls/requests.ts';
import { toJsonSchema } from '../../../domain/requests/request-form-schema.ts';
import {
  pruneHidden,
  visibleFields,
  type Answers,
  type RequestFormSchema,
} from '../../../domain/requests/request-form.ts';
import type { StockOutcome, StockWindow } from '../stock-window.ts';

const page = window as StockWindow;
const { form: opened, version } = await openForm(new URLSearchParams(location.search).get('form') ?? '');
const root = createRoot(document.getElementById('root') ?? document.body);

async function openForm(name: string): Promise<OpenForm> {
  const answer = await fetch(`/api/requests/form?${new URLSearchParams({ form: name })}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as OpenForm;
}

/** `x-show-if` is our own extension: a stock form is given the fields visible for these answers, with their `required`. */
function shownSchema(schema: RequestFormSchema, answers: Record<string, unknown>): object {
  const shown = visibleFields(schema, answers);
  const { properties, ...rest } = toJsonSchema(schema);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => shown.has(name))),
    required: schema.required.filter((name) => shown.has(name)),
  };
}

function StockForm({ given }: { given: Answers }) {
  const [answers, setAnswers] = useState<Record<string, unknown>>(pruneHidden(version.schema, given));
  const form = useRef<CoreForm>(null);
  const finish = (outcome: StockOutcome) => {
    page.outcome = outcome;
  };
  return (
    <>
      <h1>{opened.title}</h1>
      <Form
        ref={form}
        schema={shownSchema(version.schema, answers)}
        validator={validator}
        formData={answers}
        noHtml5Validate
        onChange={({ formData }: { formData?: Record<string, unknown> }) =>
          setAnswers(pruneHidden(version.schema, formData ?? {}))
        }
        onSubmit={({ formData }: { formData?: Record<string, unknown> }) => void submit(formData ?? {}).then(finish)}
        onError={(errors) =>
          finish({ refused: [...new Set(errors.map(fieldOf))].toSorted(), data: form.current?.state.formData ?? {} })
        }
      />
    </>
  );
}

/** RJSF reports `.copies` or `.models.0`, and for missing fields the bare name. */
function fieldOf({ property = '' }: { property?: string }): string {
  return property.split('.').find((part) => part !== '') ?? '';
}

async function submit(data: Record<string, unknown>): Promise<StockOutcome> {
  const body: Submit = { formVersionId: version.id, data: data as Answers };
  const answer = await fetch('/api/requests/submissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

let drawn = 0;
page.draw = (answers) => {
  drawn += 1;
  page.outcome = null;
  flushSync(() => root.render(<StockForm key={drawn} given={answers} />));
};
page.draw({});
