import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TillCustomer, TillDue, TillMatch } from '../../../domain/calls/till.ts';
import type { ApiError } from '../../app/ApiError.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { CashStep } from './CashStep.tsx';
import { CustomerStep, type PaymentStep } from './CustomerStep.tsx';
import { customerQuery } from './customerQuery.ts';
import { dueKey } from './dueKey.ts';
import { AddItemsStep } from './lazySteps.ts';
import { TerminalStep } from './TerminalStep.tsx';
import { TopUpStep } from './TopUpStep.tsx';
import { useDeskOrder, type DeskOrder } from './useDeskOrder.ts';
import type { SaleBody } from './useSale.ts';

interface TillFacts {
  hasTerminal: boolean;
  /** Values of coins and bills in cents. */
  denominations: readonly number[];
}

interface StepsProps {
  id: number;
  /** What the scanned code stands for: chosen at first, without the rest. */
  thing: TillMatch['thing'];
  till: TillFacts;
  refusal: ApiError | null;
  onSell: (body: SaleBody, customer: string) => void;
  onBack: () => void;
}

/** A customer: what is due, how it is paid. */
export function CustomerSteps(props: StepsProps) {
  const query = useQuery({ ...customerQuery(props.id), staleTime: 0 });
  const deskOrder = useDeskOrder(props.id);
  const missing = (
    <EmptyState
      icon="user"
      title="Person not found"
      actions={<Button onClick={props.onBack}>Back to the search</Button>}
    >
      The account does not exist, or you do not have access to it.
    </EmptyState>
  );
  return (
    <QueryView query={query} what="the customer" lines={4} lineHeight={56} missing={missing}>
      {(customer) => (
        <Steps {...props} customer={customer} deskOrder={deskOrder} onChanged={() => void query.refetch()} />
      )}
    </QueryView>
  );
}

function Steps(props: StepsProps & StepsData) {
  const { customer, thing, till, refusal, deskOrder, onSell, onBack, onChanged } = props;
  // People without an account owe nothing before they buy.
  const [step, setStep] = useState<PaymentStep>(customer.isGuest && customer.dues.length === 0 ? 'items' : 'choose');
  const [left, setLeft] = useState<ReadonlySet<string>>(() => leftOut(customer.dues, thing));
  const chosen = customer.dues.filter((due) => !left.has(dueKey(due)));
  const sell = (body: Omit<SaleBody, 'customerId'>): void =>
    onSell({ customerId: customer.id, ...body }, customer.name);
  const toChoice = (): void => setStep('choose');
  if (step === 'topUp')
    return (
      <TopUpStep
        customer={customer}
        onBack={toChoice}
        onAdded={() => {
          onChanged();
          toChoice();
        }}
      />
    );
  if (step === 'items')
    return (
      <CodeBoundary fallback={<Loading />}>
        <AddItemsStep customer={customer} deskOrder={deskOrder} onAdded={toChoice} onBack={toChoice} />
      </CodeBoundary>
    );
  if (step === 'cash' && chosen.length > 0)
    return <CashStep dues={chosen} denominations={till.denominations} onSell={sell} onBack={toChoice} />;
  if (step === 'terminal' && chosen.length > 0) return <TerminalStep dues={chosen} onSell={sell} onBack={toChoice} />;
  return (
    <CustomerStep
      customer={customer}
      chosen={chosen}
      hasTerminal={till.hasTerminal}
      refusal={refusal}
      onToggle={(due) => setLeft(toggled(left, dueKey(due)))}
      onStep={setStep}
      onBack={onBack}
    />
  );
}

interface StepsData {
  customer: TillCustomer;
  deskOrder: DeskOrder;
  onChanged: () => void;
}

/** With a scanned code: everything but what it stands for. */
function leftOut(dues: readonly TillDue[], thing: TillMatch['thing']): ReadonlySet<string> {
  const sought = thing !== null && dues.some((due) => dueKey(due) === dueKey(thing)) ? dueKey(thing) : null;
  return new Set(sought === null ? [] : dues.map(dueKey).filter((key) => key !== sought));
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(keys);
  if (!after.delete(key)) after.add(key);
  return after;
}
