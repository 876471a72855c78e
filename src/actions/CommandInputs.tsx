import { useEffect, useRef } from 'react';
import type { ClientAction } from '../../domain/declarations/actions.ts';
import { useModel } from '../app/useModel.ts';
import { defaultsOf, toFormSchema } from '../forms/shared/formSchema.ts';
import { NO_SERVICES, type FormData, type FormServices } from '../forms/shared/formServices.ts';
import { SchemaForm } from '../forms/SchemaForm.tsx';

export interface CommandInputsProps {
  id: string;
  inputs: NonNullable<ClientAction['inputs']>;
  /** What differs from the defaults. */
  data: FormData;
  onChange: (data: FormData) => void;
  onSubmit: (data: FormData) => void;
  serverErrors: Readonly<Record<string, unknown>> | undefined;
  services?: FormServices;
  /** Called when its fields are there. */
  onReady?: () => void;
}

export function CommandInputs({ inputs, data, services = NO_SERVICES, onReady, ...form }: CommandInputsProps) {
  const { timezone } = useModel().site;
  const schema = toFormSchema(inputs.schema);
  const frame = useRef<HTMLDivElement>(null);
  // The dialog is open before its inputs are loaded.
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
    onReady?.();
    // Only when they appear.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div ref={frame}>
      <SchemaForm
        {...form}
        schema={schema}
        validatorUrl={inputs.validator}
        data={{ ...defaultsOf(schema), ...data }}
        hasSummary={false}
        services={services}
        timezone={timezone}
        cleared="null"
      />
    </div>
  );
}
