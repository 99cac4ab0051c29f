import { Text } from '@mantine/core';
import { useText } from '../texts.ts';
import type { OrderResult } from './use-bulk-orders.tsx';

/** What became of an order to several panels at one of them. */
export function ResultOfOrder({ result }: { result: OrderResult | undefined }) {
  const t = useText();
  if (!result) return null;
  return (
    <Text size="xs" mt={4} {...(result.state === 'refused' ? { fw: 600 } : { c: 'dimmed' })}>
      {result.state === 'refused' ? t('bulk.refused', { reason: result.reason }) : t(`bulk.${result.state}`)}
    </Text>
  );
}
