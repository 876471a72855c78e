import { use, useState } from 'react';
import type { ActionPlan, PlanItems } from '../../domain/calls/action-parts.ts';
import { actionText, type ClientAction } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { QueryView } from '../app/QueryView.tsx';
import { useCommand } from '../app/useCommand.ts';
import type { ApiError } from '../app/ApiError.ts';
import { CodeBoundary } from '../ui/CodeBoundary.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { TextField } from '../ui/TextField.tsx';
import layout from '../ui/layout.module.css';
import { useActionPlan, useRunAction, type ActionEvents } from './resourceActions.ts';
import type { StartedAction } from './startedAction.ts';
import { CommandInputsContext } from './commandInputsContext.tsx';
import { PlanNotes } from './PlanNotes.tsx';

const PlanItemList = lazyComponent(() => import('./PlanItemList.tsx').then((module) => module.PlanItemList));
const FORM = 'command-inputs';

type Entered = Record<string, unknown>;

export interface CommandDialogProps extends StartedAction, ActionEvents {
  resource: ClientResource;
  onClose: (isDone: boolean) => void;
  /** Called with a refusal, which the dialog shows unless this closes it. */
  onRefused?: (refusal: ApiError) => unknown;
}

export function CommandDialog(props: CommandDialogProps) {
  const { resource, onDone, onUndone, onWritten, onRefused, undo, onClose, ...started } = props;
  const { action, ids } = started;
  const renderInputs = use(CommandInputsContext);
  const [values, setValues] = useState<Entered>({});
  const { plan, isReady } = useActionPlan(resource, started, values as Row);
  // Inputs that make the plan fail stay, so that they can be corrected.
  const [known, setKnown] = useState(plan.data);
  if (plan.data !== undefined && plan.data !== known) setKnown(plan.data);
  const { items } = known ?? {};
  const inputs = takenInputs(action, known);
  const runAction = useRunAction(resource, { onUndone, onWritten, undo });
  const [typed, setTyped] = useState('');
  const fields = useFields(inputs);
  const isTyped = plan.data?.typed !== undefined;
  const isRefused = hasRefusal(plan.data);
  const refused = (fault: ApiError) => {
    if (fault.problem.code === 'action.effect-changed') void plan.refetch();
    return onRefused?.(fault);
  };
  const { run, isRunning, refusal } = useCommand(async (entered?: object) => {
    const { ids: open = ids, effect } = plan.data ?? {};
    await runAction({ ...started, ids: open }, entered, { typed: isTyped ? typed : undefined, effect });
    onClose(true);
    onDone?.(action);
  }, refused);
  const errors = refusal?.problem.errors;
  const isAtInputs =
    errors !== undefined && Object.keys(errors).some((name) => name === 'typed' || inputs?.schema.properties[name]);
  const { title, label, cancel } = dialogTexts(started, known);
  return (
    <Dialog
      role={inputs ? 'dialog' : 'alertdialog'}
      title={title}
      width={items ? 620 : inputs ? 560 : 460}
      onClose={() => onClose(false)}
      cancel={cancel}
      refusal={isAtInputs ? null : refusal}
      refusalTitle="Nothing was changed"
      {...(!isRefused && {
        answer: {
          label,
          variant: action.tone === 'danger' ? 'danger' : 'primary',
          busy: isRunning,
          disabled: !isReady || fields.areLoading,
          ...(inputs ? { form: FORM } : { onAnswer: () => run(items && values) }),
        },
      })}
    >
      <div className={layout.stack4}>
        <QueryView query={plan} what="the consequences" lines={2} failure="This is not possible">
          {({ notes }) => <PlanNotes notes={notes} />}
        </QueryView>
        {inputs && (
          <CodeBoundary>
            {renderInputs({
              id: FORM,
              inputs,
              data: values,
              onChange: setValues,
              // Without the button, Enter still submits a form with a single field.
              onSubmit: (entered) => void (isRefused || run(entered)),
              serverErrors: isAtInputs ? errors : undefined,
              onReady: fields.onReady,
            })}
          </CodeBoundary>
        )}
        <Items items={items} isBusy={plan.isFetching} values={values} onValues={setValues} />
        <TypedText
          expected={plan.data?.typed}
          error={errors?.['typed']}
          value={typed}
          onChange={setTyped}
          form={inputs ? FORM : undefined}
        />
      </div>
    </Dialog>
  );
}

/** Whether the fields, whose code comes later than the dialog, are not there yet. */
function useFields(inputs: ClientAction['inputs']) {
  const [areThere, setAreThere] = useState(false);
  return { areLoading: inputs !== null && !areThere, onReady: () => setAreThere(true) };
}

interface TypedTextProps {
  /** What is to be typed, if anything. */
  expected: string | undefined;
  error: unknown;
  value: string;
  onChange: (typed: string) => void;
  form: string | undefined;
}

/** Confirms the irreversible. */
function TypedText({ expected, error, value, onChange, form }: TypedTextProps) {
  if (expected === undefined) return null;
  return (
    <TextField
      label={`To continue, type “${expected}”`}
      error={error as string | undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      spellCheck={false}
      {...(form !== undefined && { form })}
    />
  );
}

interface ItemsProps {
  items: PlanItems | undefined;
  isBusy: boolean;
  values: Entered;
  onValues: (values: Entered) => void;
}

/** Ticks show immediately what is left out, before the question is answered again. */
function Items({ items: given, isBusy, values, onValues }: ItemsProps) {
  if (given === undefined || given.items.length === 0) return null;
  const { label, leave, items } = given;
  const keys = leave === null ? undefined : values[leave];
  return (
    <CodeBoundary>
      <div aria-busy={isBusy}>
        <PlanItemList
          label={label}
          items={Array.isArray(keys) ? items.map((item) => ({ ...item, isLeft: keys.includes(item.key) })) : items}
          onLeave={leave === null ? undefined : (next) => onValues({ ...values, [leave]: next })}
        />
      </div>
    </CodeBoundary>
  );
}

function dialogTexts({ action, ids }: StartedAction, plan: ActionPlan | undefined) {
  const text = actionText(action.label, ids.length);
  const { title = text, button: label = text } = plan ?? {};
  return { title, label, cancel: hasRefusal(plan) ? 'Close' : /^cancel/i.test(label) ? 'Back' : 'Cancel' };
}

function hasRefusal(plan: ActionPlan | undefined): boolean {
  return plan?.notes.some((note) => typeof note !== 'string' && note.tone === 'refusal') === true;
}

/** Those inputs that the records take; all, where that does not depend on them. */
function takenInputs(action: ClientAction, plan: ActionPlan | undefined): ClientAction['inputs'] {
  const { asks, inputs, planned = [] } = action;
  const isRefused = hasRefusal(plan);
  if (inputs === null) return null;
  if (asks !== 'plan') return isRefused ? null : inputs;
  const taken = Object.entries(inputs.schema.properties).flatMap(([name, property]) => {
    const given = plan?.inputs?.[name];
    // Another answer to what the plan depends on can lift a refusal.
    if (given === undefined || (isRefused && !planned.includes(name))) return [];
    const { isOptional = false, ...differing } = given;
    return { name, isOptional, property: { ...property, ...differing } };
  });
  if (taken.length === 0) return null;
  const required = taken.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const properties = Object.fromEntries(taken.map(({ name, property }) => [name, property]));
  return { ...inputs, schema: { ...inputs.schema, required, properties } };
}
