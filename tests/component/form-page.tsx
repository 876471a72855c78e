import { useState } from 'react';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type {} from './commands.ts';
import type { FormProperty, FormSchema } from '../../src/forms/shared/formSchema.ts';
import type { FormData, FormServices } from '../../src/forms/shared/formServices.ts';
import { loadValidator } from '../../src/forms/precompiledValidator.ts';
import { SchemaForm } from '../../src/forms/SchemaForm.tsx';
import type { SchemaFormProps } from '../../src/forms/schemaFormProps.ts';
import { Button } from '../../src/ui/Button.tsx';

/** What the form handed over, newest last. */
export interface FormPage {
  screen: Awaited<ReturnType<typeof render>>;
  submitted: FormData[];
  /** The data as the form last changed them. */
  data: () => FormData;
}

export interface FormPageOptions extends Partial<Omit<SchemaFormProps, 'schema' | 'data' | 'services'>> {
  data?: FormData;
  required?: string[];
  services?: Partial<FormServices>;
}

const SERVICES: FormServices = {
  lookup: () => Promise.resolve([]),
  upload: () => Promise.reject(new Error('Nothing is stored here')),
  uploadMegabytes: 25,
  fileUrl: (id) => `/files/${id}`,
};

/** A form over these properties, checked by the validator that the server would compile, with a button "Save" below. */
export async function formPage(
  properties: Record<string, FormProperty>,
  { data: initial = {}, required = [], services, ...props }: FormPageOptions = {},
): Promise<FormPage> {
  const schema: FormSchema & { additionalProperties: false } = {
    type: 'object',
    additionalProperties: false,
    required,
    properties,
  };
  const validatorUrl = await commands.compileValidator(schema);
  await loadValidator(validatorUrl, schema);
  const submitted: FormData[] = [];
  let current = initial;
  const allServices = { ...SERVICES, ...services };
  function Page() {
    const [data, setData] = useState(initial);
    return (
      <SchemaForm
        schema={schema}
        validatorUrl={validatorUrl}
        timezone="America/New_York"
        services={allServices}
        {...props}
        data={data}
        onChange={(next) => {
          current = next;
          setData(next);
        }}
        onSubmit={(checked) => submitted.push(checked)}
      >
        <Button type="submit" variant="primary">
          Save
        </Button>
      </SchemaForm>
    );
  }
  const screen = await render(<Page />);
  await expect.poll(() => screen.container.querySelector('form')).not.toBeNull();
  return { screen, submitted, data: () => current };
}
