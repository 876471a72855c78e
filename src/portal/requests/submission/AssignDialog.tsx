import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../../app/useCommand.ts';
import { useSession } from '../../../app/useSession.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { showToast } from '../../../ui/toasts.ts';
import type { Person, SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { assign, listStaff } from '../../../requests/requestCalls.ts';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const Combobox = lazyComponent(() => import('../../../forms/Combobox.tsx').then((module) => module.Combobox));

interface AssignDialogProps {
  detail: SubmissionDetail;
  onClose: () => void;
  onAssigned: () => void;
}

/** Assigns the request to somebody or to oneself, or removes the assignment. */
export function AssignDialog({ detail, onClose, onAssigned }: AssignDialogProps) {
  const { userName } = useSession();
  const staff = useQuery({ queryKey: ['requests', 'staff'], queryFn: listStaff });
  const [chosen, setChosen] = useState<Person | null>(detail.assignedTo);
  const {
    run: send,
    isRunning,
    refusal,
  } = useCommand(async (person: Person | null) => {
    await assign({ ids: [detail.id], assignedToId: person?.id ?? null });
    showToast(person ? `Assigned to ${person.name}` : 'Assigned to nobody');
    onAssigned();
    onClose();
  });
  const me = staff.data?.find((person) => person.username === userName);

  return (
    <Dialog
      title={`Assign request #${detail.id}`}
      onClose={onClose}
      closeButton
      width={440}
      actions={
        <>
          {detail.assignedTo && (
            <Button variant="quiet" disabled={isRunning} onClick={() => void send(null)}>
              Assign to nobody
            </Button>
          )}
          {me && detail.assignedTo?.id !== me.id && (
            <Button disabled={isRunning} onClick={() => void send(me)}>
              Assign to me
            </Button>
          )}
          <Button
            variant="primary"
            busy={isRunning}
            disabled={chosen === null || chosen.id === detail.assignedTo?.id}
            onClick={() => void send(chosen)}
          >
            Assign
          </Button>
        </>
      }
    >
      {refusal && <Banner tone="error">{refusal.message}</Banner>}
      {staff.error && (
        <Banner
          tone="error"
          actions={
            <Button size="small" onClick={() => void staff.refetch()}>
              Retry
            </Button>
          }
        >
          {staff.error.message}
        </Banner>
      )}
      {staff.data && (
        <CodeBoundary fallback={<Loading lines={1} lineHeight={40} />}>
          <Field label="Assign to">
            {(ids) => (
              <Combobox
                input={ids}
                listLabel="People who process requests"
                selected={chosen && optionOf(chosen)}
                source={{ list: staff.data.map(optionOf) }}
                onSelect={(option) => setChosen(staff.data.find((person) => person.id === option?.value) ?? null)}
                placeholder="Type a name"
              />
            )}
          </Field>
        </CodeBoundary>
      )}
    </Dialog>
  );
}

function optionOf(person: Person) {
  return { value: person.id, label: person.name, hint: person.username };
}
