import { useState } from 'react';
import { faultsOfSection } from './publishFaults.ts';
import type { PageEditing } from './usePageEditor.ts';

/**
 * The faults of this section, as the last save or attempt to publish has found them. The same object until the next one, so that the
 * form itself can take off what is put right.
 */
export function useSectionErrors({ found, faults }: PageEditing, section: string): Record<string, string> {
  const [taken, setTaken] = useState(() => ({ found, errors: faultsOfSection(faults, section) }));
  if (taken.found === found) return taken.errors;
  const errors = faultsOfSection(faults, section);
  setTaken({ found, errors });
  return errors;
}
