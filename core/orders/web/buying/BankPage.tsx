import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { dollarText } from '#core/market/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { LanguageSwitch } from '#platform/web/shell/layout/LanguageSwitch.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Attempt } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import { myOrderAddress } from './addresses.ts';
import classes from './Buying.module.css';

/** The sandbox bank asks the cardholder to approve the payment. */
export function BankPage() {
  const t = useText();
  const orderId = Number(useParams().orderId) || 0;
  // An open attempt is returned, not made again.
  const query = useQuery({
    queryKey: ['orders', 'bank', orderId],
    queryFn: ({ signal }) => api.payment.start.send({ body: { orderId }, signal, silent: true }),
    gcTime: 0,
    retry: false,
  });
  if (query.isError || (query.data && !query.data.clientSecret))
    return <Navigate to={myOrderAddress({ id: orderId })} replace />;
  return (
    <main className={classes.bank}>
      <Paper withBorder radius="lg" p="xl" className={classes.bankCard}>
        <Group justify="space-between" mb="md">
          <Text c="dimmed">{t('buying.bank.name')}</Text>
          <LanguageSwitch />
        </Group>
        {query.data?.clientSecret ? (
          <Question attempt={query.data} clientSecret={query.data.clientSecret} />
        ) : (
          <QueryBoundary of={query} />
        )}
      </Paper>
    </main>
  );
}

function Question({ attempt, clientSecret }: { attempt: Attempt; clientSecret: string }) {
  const t = useText();
  const navigate = useNavigate();
  const answer = useAction(api.sandbox.confirm, {
    onDone: () => void navigate(myOrderAddress({ id: attempt.orderId }), { replace: true }),
  });
  const say = (approve: boolean) =>
    answer.run({ body: { clientSecret, approve, delivery: 'once' }, silent: 'success' });
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('buying.bank.question', { amount: dollarText(attempt.amount) })}
      </Title>
      <Text>{t('buying.bank.text')}</Text>
      <Alert color="orange" variant="light">
        {t('buying.sandbox.text')}
      </Alert>
      <Group>
        <Button onClick={() => say(true)} loading={answer.pending} data-autofocus>
          {t('buying.bank.approve')}
        </Button>
        <Button variant="default" onClick={() => say(false)} disabled={answer.pending}>
          {t('buying.bank.refuse')}
        </Button>
      </Group>
    </Stack>
  );
}
