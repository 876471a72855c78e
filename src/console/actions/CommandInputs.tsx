import { useEffect, useRef } from 'react';
import type { ClientAction } from '../../../domain/declarations/actions.ts';
import { defaultsOf, formSchemaOf } from '../../forms/formSchema.ts';
import type { FormData } from '../../forms/formServices.ts';
import { SchemaForm } from '../../forms/SchemaForm.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { useFormServices } from '../engine/formServices.ts';

interface CommandInputsProps {
  id: string;
  inputs: NonNullable<ClientAction['inputs']>;
  /** What differs from the defaults. */
  data: FormData;
  onChange: (data: FormData) => void;
  onSubmit: (data: FormData) => void;
  serverErrors: Readonly<Record<string, unknown>> | undefined;
}

/** What an action asks its caller. */
export function CommandInputs({ inputs: { schema, validator }, data, ...form }: CommandInputsProps) {
  const { zone } = useConsole();
  const services = useFormServices();
  const frame = useRef<HTMLDivElement>(null);
  // The dialog is open before its inputs are loaded.
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus(), []);
  return (
    <div ref={frame}>
      <SchemaForm
        {...form}
        schema={formSchemaOf(schema)}
        validatorUrl={validator}
        data={{ ...defaultsOf(formSchemaOf(schema)), ...data }}
        hasSummary={false}
        services={services}
        timezone={zone}
        cleared="null"
      />
    </div>
  );
}
