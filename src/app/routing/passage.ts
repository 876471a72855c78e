import { showModal } from '../dialogs/modalQueue.ts';
import { forgetUnsaved, hasUnsaved, saveUnsaved } from '../unsaved.ts';
import { admission, decide, type Place } from './admission.ts';

/** What becomes of a navigation: it takes place, the person stays, or goes elsewhere. */
export type Passage = 'pass' | 'stay' | { to: string };

/** Every navigation inside the app passes here: unsaved changes first, then the specification's guards. */
export function passage(next: Place, from: Place): Passage | Promise<Passage> {
  if (next.pathname === from.pathname) return 'pass';
  if (!hasUnsaved() && admission(next, from).kind === 'pass') return 'pass';
  return asked(next, from);
}

async function asked(next: Place, from: Place): Promise<Passage> {
  if (hasUnsaved() && !(await mayLeave())) return 'stay';
  const verdict = await decide(next, from);
  if (verdict.kind === 'pass') return 'pass';
  return verdict.kind === 'refuse' ? 'stay' : { to: verdict.to };
}

/** Saves what saves itself. Asks whether other unsaved changes may be lost; they are forgotten when they may. */
export async function mayLeave(): Promise<boolean> {
  if (await saveUnsaved()) return true;
  const { actionTaken } = await showModal({
    type: 'Confirmation',
    header: 'Leave without saving?',
    message: 'What you changed on this page has not been saved and would be lost.',
    confirmButtonText: 'Leave',
    cancelButtonText: 'Stay here',
    isDangerous: true,
  });
  if (actionTaken !== 'Confirm') return false;
  forgetUnsaved();
  return true;
}
