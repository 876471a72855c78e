import { useState } from 'react';
import { actionText, type ClientAction } from '../../../domain/declarations/actions.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useCommand } from '../../app/useCommand.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { PlanNotes } from './PlanNotes.tsx';
import { useActionPlan, useRunAction, type ActionEvents, type Ids } from './actionCalls.ts';

const CommandInputs = lazyComponent(() => import('./CommandInputs.tsx').then((module) => module.CommandInputs));

const FORM = 'command-inputs';

export interface CommandDialogProps extends ActionEvents {
  resource: ClientResource;
  action: ClientAction;
  ids: Ids;
  onClose: () => void;
}

/** The question before an action, with its inputs. */
export function CommandDialog({ resource, action, ids, onDone, onUndone, onClose }: CommandDialogProps) {
  const plan = useActionPlan(resource, action, ids);
  const runAction = useRunAction(resource, onUndone);
  const [inputs, setInputs] = useState<Record<string, unknown>>({});
  const { run, isRunning, refusal } = useCommand(async (values?: object) => {
    await runAction(action, plan.data?.ids ?? ids, values);
    onClose();
    onDone?.(action);
  });
  const errors = refusal?.problem.errors;
  const isAtInputs = errors !== undefined && Object.keys(errors).some((name) => action.inputs?.schema.properties[name]);
  const label = plan.data?.button ?? actionText(action.label, ids.length);
  return (
    <Dialog
      role={action.inputs ? 'dialog' : 'alertdialog'}
      title={plan.data?.title ?? actionText(action.label, ids.length)}
      width={action.inputs ? 560 : 460}
      onClose={onClose}
      cancel={/^cancel/i.test(label) ? 'Back' : 'Cancel'}
      refusal={isAtInputs ? null : refusal}
      refusalTitle="Nothing was changed"
      answer={{
        label,
        variant: action.tone === 'danger' ? 'danger' : 'primary',
        busy: isRunning,
        disabled: plan.data === undefined,
        ...(action.inputs ? { form: FORM } : { onAnswer: () => run() }),
      }}
    >
      <div className={layout.stack4}>
        <QueryView query={plan} what="the consequences" lines={2} failure="This is not possible">
          {({ notes }) => <PlanNotes notes={notes} />}
        </QueryView>
        {action.inputs && (
          <CodeBoundary>
            <CommandInputs
              id={FORM}
              inputs={action.inputs}
              data={inputs}
              onChange={setInputs}
              onSubmit={(values) => void run(values)}
              serverErrors={isAtInputs ? errors : undefined}
            />
          </CodeBoundary>
        )}
      </div>
    </Dialog>
  );
}
