import { useState, type FormEvent } from 'react';
import type { PaymentView } from '../../../../domain/calls/payments.ts';
import { accountFault, normalizedAccount } from '../../../../domain/payments/account-strings.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Method } from './Method.tsx';

export interface DepartmentChoice {
  balanceId: number;
  account?: string;
}

interface DepartmentsProps {
  view: PaymentView;
  isRunning: boolean;
  /** What the server says of the account string. */
  accountError: string | undefined;
  onPay: (choice: DepartmentChoice) => void;
}

type Department = PaymentView['departments'][number];

/** Pays all that is due with a department, or requests the approval of its contact. */
export function Departments({ view, isRunning, accountError, onPay }: DepartmentsProps) {
  const { departments, dueCents } = view;
  const [chosen, setChosen] = useState('');
  const usual = departments.find(({ state }) => state !== 'refused') ?? departments[0];
  const department = departments.find(({ balanceId }) => String(balanceId) === chosen) ?? usual;
  if (department === undefined || dueCents === 0) return null;
  return (
    <Method title="Department" text="A department can pay for you within its rules.">
      {departments.length > 1 && (
        <SelectField
          label="Department"
          options={departments.map(({ balanceId, name }) => ({ value: String(balanceId), label: name }))}
          value={String(department.balanceId)}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <p>
        {departments.length === 1 && <strong>{department.name}. </strong>}
        {leftText(department)}
      </p>
      {department.state === 'refused' ? (
        <p role="status">{department.reason}</p>
      ) : (
        <DepartmentForm key={department.balanceId} {...{ department, view, isRunning, accountError }} onPay={onPay} />
      )}
    </Method>
  );
}

function leftText({ leftCents }: Department): string {
  return leftCents === null ? 'You can charge any amount.' : `You can charge ${formatMoney(leftCents)} to it now.`;
}

interface FormProps extends DepartmentsProps {
  department: Department;
}

function DepartmentForm({ department, view, isRunning, accountError, onPay }: FormProps) {
  const { balanceId, accountFormat, accountCheck, accountHint } = department;
  const [account, setAccount] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [sent, setSent] = useState('');
  const fault = accountFormat === null ? null : accountFault(normalizedAccount(account), accountFormat, accountCheck);
  const error = isChecked ? (fault ?? (sent === account ? accountError : undefined)) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setSent(account);
    if (fault === null) onPay({ balanceId, ...(accountFormat === null ? {} : { account }) });
  };
  if (isWaiting(view, department)) return <p role="status">The contact of this department has not decided yet.</p>;
  return (
    <form noValidate className={layout.stack3} onSubmit={submit}>
      {accountFormat !== null && (
        <TextField
          label="Account string"
          help={accountHint ?? `Format: ${accountFormat} (# is a digit, A a letter, * either)`}
          error={error}
          value={account}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setAccount(target.value)}
          onBlur={() => setChecked(account !== '')}
        />
      )}
      {needsApproval(view, department) && (
        <p>Its contact must approve this amount first. It is then paid automatically if it is still due.</p>
      )}
      <div>
        <Button type="submit" icon={needsApproval(view, department) ? 'user-check' : 'building-2'} busy={isRunning}>
          {needsApproval(view, department)
            ? `Request approval of ${formatMoney(view.dueCents)}`
            : `Pay ${formatMoney(view.dueCents)} with ${department.name}`}
        </Button>
      </div>
    </form>
  );
}

function isWaiting({ approval }: PaymentView, { balanceId }: Department): boolean {
  return approval?.state === 'requested' && approval.isCurrent && approval.balanceId === balanceId;
}

function needsApproval({ approval }: PaymentView, { balanceId, state }: Department): boolean {
  const isApproved = approval?.state === 'approved' && approval.isCurrent && approval.balanceId === balanceId;
  return state === 'needsApproval' && !isApproved;
}
