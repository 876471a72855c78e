import { useState } from 'react';
import { faultsOfSection } from './publishFaults.ts';
import type { PageEditing } from './usePageEditor.ts';

/**
 * The faults found in this section by the last attempt to publish. The same object until the next attempt, so that the form shows
 * them once.
 */
export function useSectionErrors(
  { attempt, faults }: PageEditing,
  section: string,
): Record<string, string> | undefined {
  const [taken, setTaken] = useState(() => ({ attempt, errors: faultsOfSection(faults, section) }));
  if (taken.attempt === attempt) return taken.errors;
  const errors = faultsOfSection(faults, section);
  setTaken({ attempt, errors });
  return errors;
}
