import { Alert, Button, Group, Loader, Stack } from '@mantine/core';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import type { Attempt } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import { myOrderAddress } from './addresses.ts';
import { PaymentFailure } from './PaymentFailure.tsx';
import { rememberPayment } from './payment-return.ts';

type Props = {
  attempt: Attempt;
  clientSecret: string;
  /** The amount as text. */
  amount: string;
  /** The card was submitted: the outcome of the payment can be requested. */
  onEntered(): void;
};

type Form = { state: 'loading' | 'failed' } | { state: 'ready'; stripe: Stripe; elements: StripeElements };

/** Loads the form of Stripe into an element; `again` reloads it after a failure. */
function useCardForm(clientSecret: string) {
  const { data: key } = useData(api.payment.publishableKey, {}, { silent: true });
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form>({ state: 'loading' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round loads again
  useEffect(() => {
    if (!key) return;
    let ended = false;
    let unmount = () => undefined as unknown;
    const fail = () => {
      if (!ended) setForm({ state: 'failed' });
    };
    setForm({ state: 'loading' });
    loadStripe(key.key, { locale: key.locale })
      .then((stripe) => {
        if (ended || !place.current) return;
        if (!stripe) return fail();
        const elements = stripe.elements({ clientSecret });
        const card = elements.create('payment');
        unmount = () => card.destroy();
        card.on('ready', () => setForm({ state: 'ready', stripe, elements }));
        card.on('loaderror', fail);
        card.mount(place.current);
      })
      .catch(fail);
    return () => {
      ended = true;
      unmount();
    };
  }, [key, clientSecret, round]);
  return { form, place, again: () => setRound((before) => before + 1) };
}

/** The card form of Stripe. What is entered goes only to Stripe; a card may lead to the page of its bank first. */
export function StripeCard({ attempt, clientSecret, amount, onEntered }: Props) {
  const t = useText();
  const { form, place, again } = useCardForm(clientSecret);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(attempt.state === 'failed' ? attempt.failure : null);
  const ask = useAction(api.payment.fail, { invalidates: [api.order.get] });
  const pay = async ({ stripe, elements }: Extract<Form, { state: 'ready' }>) => {
    setBusy(true);
    setFailure(null);
    rememberPayment(attempt);
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}${myOrderAddress({ id: attempt.orderId })}` },
      redirect: 'if_required',
    });
    if (!error) return onEntered();
    // The form shows missing entries. The server asks Stripe about everything else.
    if (error.type !== 'validation_error') {
      const answer = await ask.ask({ body: { attemptId: attempt.attemptId }, silent: 'success' });
      if (answer.state === 'succeeded') return onEntered();
      setFailure(answer.failure ?? 'other');
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.state === 'ready') pay(form).catch(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && <PaymentFailure word={failure} />}
        {form.state === 'failed' ? (
          <Alert color="red" role="alert" title={t('buying.stripe.notLoaded')}>
            <Stack align="start">
              {t('buying.stripe.notLoadedText')}
              <Button variant="default" onClick={again}>
                {t('buying.stripe.again')}
              </Button>
            </Stack>
          </Alert>
        ) : (
          <div ref={place} dir="ltr" />
        )}
        {form.state === 'loading' && <Loader aria-label={t('buying.stripe.loading')} />}
        {form.state === 'ready' && (
          <Group>
            <Button type="submit" loading={busy}>
              {t('buying.payNow', { amount })}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
