import { useEffect, useRef, useState } from 'react';
import type { TillSale } from '../../../domain/calls/till.ts';
import type { Endpoint } from '../../../domain/payments/paths.ts';
import { ApiError } from '../../app/ApiError.ts';
import { callApi } from '../../app/callApi.ts';
import { forgetPersisted, persist, readPersisted } from '../../app/persisted.ts';
import { randomId } from '../../ui/browserApis.ts';
import { useBackOnline } from '../../ui/useBackOnline.ts';

export interface SaleBody {
  customerId: number;
  items: { endpoint: Endpoint; id: number; amountCents: number }[];
  method: 'cash' | 'deskCard';
  tenderedCents?: number;
  reference?: string;
}

/** A payment whose answer has not arrived. */
export interface PendingSale {
  /** The user name of the cashier. */
  account: string;
  key: string;
  body: SaleBody;
  /** For the cashier: "Ada Byron". */
  customer: string;
}

const STORED = 'till.pendingSale';
/** An answer that takes longer has probably been lost. */
const PATIENCE = 15_000;
const REPEAT_EVERY = 5_000;

/**
 * Sends payments. One without an answer is stored, and repeated with the same key until the server has answered: the server takes it once.
 * It survives a reload of the page.
 */
export function useSale(account: string, onSold: (sale: TillSale, pending: PendingSale) => void) {
  const [pending, setPending] = useState(() => storedSale(account));
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const isBusy = useRef(false);
  const finish = (): void => {
    forgetPersisted(STORED);
    setPending(null);
  };
  const send = async (sale: PendingSale): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    try {
      const answer = await sendSale(sale);
      if (answer === null) return;
      finish();
      if (answer instanceof ApiError) setRefusal(answer);
      else onSold(answer, sale);
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  };
  const repeat = (): void => {
    if (pending !== null) void send(pending);
  };
  useRepeated(repeat, pending !== null);
  return {
    pending,
    isSending,
    refusal,
    repeat,
    start: (body: SaleBody, customer: string): void => {
      const sale = { account, key: randomId(), body, customer };
      persist(STORED, sale);
      setRefusal(null);
      setPending(sale);
      void send(sale);
    },
    forgetRefusal: () => setRefusal(null),
  };
}

/** What the server has taken, its refusal, or null without an answer. */
async function sendSale({ body, key, account }: PendingSale): Promise<TillSale | ApiError | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    return await callApi('POST /api/till/sales', { body, key, account, signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isAnswered(error) ? error : null;
  }
}

/** Nothing was booked: the server has refused it. Without an answer, or with a failure of the server, it may be booked. */
function isAnswered({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
}

function storedSale(account: string): PendingSale | null {
  const stored = readPersisted(STORED) as PendingSale | null;
  return stored?.account === account ? stored : null;
}

/** Also as soon as the browser is connected again. */
function useRepeated(act: () => void, isOn: boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const [repeatNow] = useState(() => () => latest.current());
  useBackOnline(repeatNow);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(repeatNow, REPEAT_EVERY);
    return () => clearInterval(timer);
  }, [isOn, repeatNow]);
}
