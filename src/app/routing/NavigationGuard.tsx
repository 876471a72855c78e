import { useEffect } from 'react';
import { useBlocker, useLocation, useNavigate, type Blocker } from 'react-router-dom';
import { showModal } from '../dialogs/modalQueue.ts';
import { forgetUnsaved, hasUnsaved } from '../unsaved.ts';
import { admission, decide, type Place } from './admission.ts';

/** Every navigation inside the app passes here: unsaved changes first, then the specification's guards. */
export function NavigationGuard() {
  const location = useLocation();
  const navigate = useNavigate();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => (
    currentLocation.pathname !== nextLocation.pathname
    && (hasUnsaved() || admission(nextLocation, currentLocation).kind !== 'pass')
  ));
  useEffect(() => {
    if (blocker.state === 'blocked') void resolve(blocker, location, (to) => void navigate(to));
    // One resolution for each time that it blocks.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);
  return null;
}

async function resolve(blocker: Blocker & { state: 'blocked' }, from: Place, go: (to: string) => void): Promise<void> {
  if (hasUnsaved() && !(await mayLeave())) {
    blocker.reset();
    return;
  }
  const verdict = await decide(blocker.location, from);
  if (verdict.kind === 'pass') {
    blocker.proceed();
    return;
  }
  blocker.reset();
  if (verdict.kind !== 'refuse') go(verdict.to);
}

/** Asks whether unsaved changes may be lost; they are forgotten when they may. */
export async function mayLeave(): Promise<boolean> {
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
