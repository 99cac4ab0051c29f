import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { inLocal } from '#platform/web/client/storage.ts';
import type { Attempt } from '../../common/payment.ts';
import { api } from '../api.ts';

/**
 * The payment that is under way at a provider, while the browser is at the provider or does not know the outcome yet.
 */
const stored = inLocal<{ orderId: number; attemptId: string }>('payment order');
export const rememberPayment = ({ orderId, attemptId }: Pick<Attempt, 'orderId' | 'attemptId'>): void =>
  stored.set({ orderId, attemptId });

/** The delay before each query to the server, in milliseconds. */
const pauses = [0, 2000, 4000, 8000];
const isOver = ({ state }: Attempt): boolean => state !== 'created' && state !== 'pending';

export type PaymentReturn =
  | { kind: 'none' | 'asking' | 'later' | 'paid' }
  /** `word`: the reason, a text under `buying.failure`. */
  | { kind: 'failed'; word: string | null };

/** Query parameters that a provider adds when the browser returns from the page of a bank; one of them is a secret. */
const returned = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

function useCleanAddress(): void {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    if (!returned.some((name) => params.has(name))) return;
    setParams(new URLSearchParams([...params].filter(([name]) => !returned.includes(name))), { replace: true });
  }, [params, setParams]);
}

/** The outcome of the payment of an order after the browser has returned from the provider. `ask` queries it again. */
export function usePaymentReturn(orderId: number): { result: PaymentReturn; ask(): void } {
  const client = useQueryClient();
  useCleanAddress();
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<PaymentReturn>({ kind: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round asks again
  useEffect(() => {
    const payment = stored.get();
    if (payment?.orderId !== orderId) return;
    const { attemptId } = payment;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const end = (next: PaymentReturn) => {
      setResult(next);
      refetchQueries(client, api.order.get.keyPrefix);
    };
    const askAfter = (step: number) => {
      const pause = pauses[step];
      if (pause === undefined) return end({ kind: 'later' });
      timer = setTimeout(async () => {
        const answer = await api.payment.success.send({ body: { attemptId }, silent: true }).catch(() => null);
        if (ended) return;
        if (!answer || !isOver(answer)) return askAfter(step + 1);
        stored.remove();
        end(answer.state === 'succeeded' ? { kind: 'paid' } : { kind: 'failed', word: answer.failure });
      }, pause);
    };
    setResult({ kind: 'asking' });
    askAfter(0);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [client, orderId, round]);
  return { result, ask: () => setRound((before) => before + 1) };
}
