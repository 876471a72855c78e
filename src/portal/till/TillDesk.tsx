import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TillMatch, TillSale, TillState } from '../../../domain/calls/till.ts';
import { useSession } from '../../app/useSession.ts';
import { useCamera } from '../../ui/camera/useCamera.ts';
import { CountStep } from './CountStep.tsx';
import { customerQuery } from './customerQuery.ts';
import { CustomerSteps } from './CustomerSteps.tsx';
import { FindStep } from './FindStep.tsx';
import { GuestStep } from './GuestStep.tsx';
import { AddItemsStep } from './lazySteps.ts';
import { SaleDone } from './SaleDone.tsx';
import { PendingSaleNotice } from './PendingSaleNotice.tsx';
import { useSale, type PendingSale } from './useSale.ts';

interface DeskProps {
  state: TillState;
  session: NonNullable<TillState['session']>;
}

interface Sold {
  sale: TillSale;
  sent: PendingSale;
}

/** One customer after the other: find, choose, take the money, give change. */
export function TillDesk({ state, session }: DeskProps) {
  const client = useQueryClient();
  useEffect(() => void AddItemsStep.preload(), []);
  const account = useSession().userName ?? '';
  const [search, setSearch] = useSearchParams();
  const [thing, setThing] = useState<TillMatch['thing']>(null);
  const [isCounting, setIsCounting] = useState(false);
  const [isGuest, setIsGuest] = useState(false);
  const [isCameraOn, switchCamera] = useCamera();
  const [sold, setSold] = useState<Sold | null>(null);
  const sale = useSale(account, (answer, sent) => {
    client.setQueryData(customerQuery(sent.body.customerId).queryKey, answer.customer);
    setSold({ sale: answer, sent });
  });
  const customer = Number(search.get('customer') ?? 0);
  const goToCustomer = (id: number | null): void => {
    setSold(null);
    setIsGuest(false);
    sale.forgetRefusal();
    setSearch(id === null ? {} : { customer: String(id) });
  };
  if (sale.pending !== null)
    return <PendingSaleNotice pending={sale.pending} isSending={sale.isSending} onRepeat={sale.repeat} />;
  if (sold !== null)
    return (
      <SaleDone
        {...sold}
        onNext={() => goToCustomer(null)}
        onMore={() => {
          setThing(null);
          goToCustomer(sold.sale.customer.id);
        }}
      />
    );
  if (isCounting) return <CountStep state={state} session={session} onBack={() => setIsCounting(false)} />;
  if (customer > 0)
    return (
      <CustomerSteps
        key={customer}
        id={customer}
        thing={thing}
        till={{ hasTerminal: session.hasTerminal, denominations: state.denominations }}
        refusal={sale.refusal}
        onSell={sale.start}
        onBack={() => goToCustomer(null)}
      />
    );
  if (isGuest) return <GuestStep onAdded={goToCustomer} onBack={() => setIsGuest(false)} />;
  const choose = (match: TillMatch): void => {
    setThing(match.thing);
    goToCustomer(match.userId);
  };
  return (
    <FindStep
      session={session}
      camera={{ isOn: isCameraOn, onSwitch: () => switchCamera(!isCameraOn) }}
      onChoose={choose}
      onGuest={() => setIsGuest(true)}
      onCount={() => setIsCounting(true)}
    />
  );
}
