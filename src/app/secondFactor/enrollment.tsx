import { useState } from 'react';
import { showModal } from '../dialogs/modalQueue.ts';
import { EnrollmentForms } from './EnrollmentForms.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** For a person at work whose role has come to need a second factor. The page stays below the dialog. */
export async function showEnrollment(): Promise<void> {
  await showModal({
    header: 'Second factor needed',
    message: 'Your role now needs a second factor. Set it up to continue. What you typed on this page stays.',
    hideActions: true,
    isClosable: true,
    content: (close) => <Enrollment onDone={() => close('Confirm')} />,
  });
}

function Enrollment({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return codes === null ? <EnrollmentForms onCodes={setCodes} /> : <RecoveryCodes codes={codes} onSaved={onDone} />;
}
