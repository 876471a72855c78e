import type { Path } from 'react-router-dom';
import { showModal } from '../dialogs/modalQueue.ts';
import { forgetUnsaved, hasUnsaved, saveUnsaved } from '../unsaved.ts';
import { checkRoute, enforceRoute } from './guard.ts';

export type NavigationDecision = 'pass' | 'stay' | { to: string };

/** Guards every in-app navigation: unsaved changes first, then the rules of the route. */
export function guardNavigation(next: Path, from: Path): NavigationDecision | Promise<NavigationDecision> {
  if (next.pathname === from.pathname) return 'pass';
  if (!hasUnsaved() && checkRoute(next, from).kind === 'pass') return 'pass';
  return confirmAndGuard(next, from);
}

async function confirmAndGuard(next: Path, from: Path): Promise<NavigationDecision> {
  if (hasUnsaved() && !(await confirmLeaving())) return 'stay';
  const result = await enforceRoute(next, from);
  if (result.kind === 'pass') return 'pass';
  return result.kind === 'refuse' ? 'stay' : { to: result.to };
}

export async function confirmLeaving(): Promise<boolean> {
  if (await saveUnsaved()) return true;
  const { actionTaken } = await showModal({
    type: 'Confirmation',
    header: 'Leave without saving?',
    message: 'Your changes on this page are not saved and will be lost.',
    confirmButtonText: 'Leave',
    cancelButtonText: 'Stay here',
    isDangerous: true,
  });
  if (actionTaken !== 'Confirm') return false;
  forgetUnsaved();
  return true;
}
