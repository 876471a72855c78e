import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { sessionQuery } from './session/sessionRequests.ts';

const KioskPanel = lazyComponent(() => import('./KioskPanel.tsx').then((module) => module.KioskPanel));

/** At a kiosk, the details of a session are a panel of the list: their page is not among those of kiosks. */
export function KioskSession({ session }: { session: PublicSession }) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useQuery({ ...sessionQuery(session.id, null), enabled: isOpen });
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{session.title}</Button>
      {isOpen && (
        <Dialog title={session.title} width={640} cancel="Close" onClose={() => setIsOpen(false)}>
          <CodeBoundary>
            <QueryView query={details} what="the session">
              {(shown) => <KioskPanel session={shown} />}
            </QueryView>
          </CodeBoundary>
        </Dialog>
      )}
    </>
  );
}
