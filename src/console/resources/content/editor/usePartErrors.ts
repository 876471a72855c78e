import { useState } from 'react';
import { faultsOfPart } from './publishFaults.ts';
import type { PageEditing } from './usePageEditor.ts';

/** What the last attempt to publish found in this part: the same object until the next attempt, so that its form shows it once. */
export function usePartErrors({ attempt, faults }: PageEditing, part: string): Record<string, string> | undefined {
  const [taken, setTaken] = useState(() => ({ attempt, errors: faultsOfPart(faults, part) }));
  if (taken.attempt === attempt) return taken.errors;
  const errors = faultsOfPart(faults, part);
  setTaken({ attempt, errors });
  return errors;
}
