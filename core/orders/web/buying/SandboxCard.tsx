import { Alert, Button, Code, Group, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import type { Attempt } from '../../common/payment.ts';
import { sandboxDeliveries } from '../../common/sandbox.ts';
import { api, useText } from '../api.ts';
import { bankAddress } from './addresses.ts';
import classes from './Buying.module.css';
import { PaymentFailure } from './PaymentFailure.tsx';
import { rememberPayment } from './payment-return.ts';

/** The test cards of the sandbox, with the text key of each outcome. */
const cards = [
  ['4242 4242 4242 4242', 'paid'],
  ['4000 0027 6000 3184', 'bank'],
  ['4000 0084 0000 1629', 'bankDeclined'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'noFunds'],
  ['4000 0000 0000 0069', 'expired'],
] as const;
type Delivery = (typeof sandboxDeliveries)[number];

type Props = {
  attempt: Attempt;
  clientSecret: string;
  /** The amount as text. */
  amount: string;
  /** The card was submitted: the outcome of the payment can be requested. */
  onEntered(): void;
};

/** The card form of the sandbox, which moves no money. A card may lead to the page of the bank first. */
export function SandboxCard({ attempt, clientSecret, amount, onEntered }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [card, setCard] = useState('');
  const [delivery, setDelivery] = useState<Delivery>('once');
  const [failure, setFailure] = useState(attempt.state === 'failed' ? attempt.failure : null);
  const confirm = useAction(api.sandbox.confirm, {
    invalidates: [api.order.get],
    onDone: (outcome) => {
      setFailure(outcome.failure);
      if (outcome.state === 'failed') return;
      rememberPayment(attempt);
      if (outcome.state === 'requires-action') void navigate(bankAddress(attempt.orderId));
      else onEntered();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.run({ body: { clientSecret, card, delivery }, silent: 'success' });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Alert color="orange" variant="light">
          <Text fw={600}>{t('buying.sandbox.title')}</Text>
          {t('buying.sandbox.text')}
        </Alert>
        {failure && <PaymentFailure word={failure} />}
        <TextInput
          label={t('buying.cardNumber')}
          value={card}
          onChange={(event) => setCard(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          dir="ltr"
          required
          data-autofocus
        />
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('buying.testCards')}
          </Text>
          <ul className={classes.cards}>
            {cards.map(([number, outcome]) => (
              <li key={number}>
                <UnstyledButton className={classes.testCard} onClick={() => setCard(number)}>
                  <Code>
                    <bdi dir="ltr">{number}</bdi>
                  </Code>
                  <span>{t(`buying.cards.${outcome}`)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
        <Select
          label={t('buying.delivery')}
          data={sandboxDeliveries.map((value) => ({ value, label: t(`buying.deliveries.${value}`) }))}
          value={delivery}
          allowDeselect={false}
          onChange={(value) => setDelivery(sandboxDeliveries.find((one) => one === value) ?? 'once')}
        />
        <Group>
          <Button type="submit" loading={confirm.pending}>
            {t('buying.payNow', { amount })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
