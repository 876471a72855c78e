import { useCallback } from 'react';
import { fieldThrough } from '../../../domain/declarations/fields.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { useConsole } from '../engine/consoleContext.ts';

/** Looks up a field of a resource, or of a row that it refers to: "instanceId.eventId". */
export function useFieldNamed(resource: string): (name: string) => Field | undefined {
  const { resourceNamed } = useConsole();
  return useCallback(
    (name: string) =>
      fieldThrough(resource, name, (of, own) => resourceNamed(of)?.fields.find((field) => field.name === own)),
    [resource, resourceNamed],
  );
}
