import { useEffect, useId, useState, type FormEvent } from 'react';
import { callApi } from '../app/callApi.ts';
import { useCommand } from '../app/useCommand.ts';
import { Button } from '../ui/Button.tsx';
import layout from '../ui/layout.module.css';
import { TextField } from '../ui/TextField.tsx';

interface DiscountCodeProps {
  /** The discount that lowers the price now: "Open house, 20% off". Undefined where it appears later. */
  applied?: string | null | undefined;
  /** The discounts of the person have changed. */
  onEntered: (name: string) => unknown;
}

/** A code that gives a discount, from now on and wherever it applies. */
export function DiscountCode({ applied, onEntered }: DiscountCodeProps) {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [entered, setEntered] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { run, isRunning, message, fieldErrors } = useCommand(async () => {
    const { name } = await callApi('POST /api/discounts/codes', { body: { code: code.trim() } });
    await onEntered(name);
    setEntered(name);
    setCode('');
  });
  const id = useId();
  useEffect(() => {
    // The button that has opened it disappears.
    if (isOpen) document.getElementById(id)?.focus();
  }, [id, isOpen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEntered(null);
    setMissing(code.trim() === '');
    if (code.trim() !== '') void run();
  };
  if (!isOpen)
    return (
      <div>
        <Button variant="quiet" size="small" icon="percent" onClick={() => setOpen(true)}>
          Enter a discount code
        </Button>
      </div>
    );
  return (
    <form noValidate className={layout.stack2} onSubmit={submit}>
      <TextField
        label="Discount code"
        id={id}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={code}
        error={isMissing ? 'Enter a code' : (fieldErrors['code'] ?? message ?? undefined)}
        onChange={({ target }) => {
          setCode(target.value);
          setMissing(false);
        }}
      />
      <div>
        <Button type="submit" size="small" busy={isRunning}>
          Apply code
        </Button>
      </div>
      <p role="status">{entered === null ? '' : enteredText(entered, applied)}</p>
    </form>
  );
}

function enteredText(name: string, applied: string | null | undefined): string {
  if (applied === undefined) return `You have the discount “${name}”. It is taken off when you pay, where it applies.`;
  return applied !== null && applied.startsWith(name)
    ? `The discount “${name}” is taken off.`
    : `You have the discount “${name}”, but it does not lower this price further.`;
}
