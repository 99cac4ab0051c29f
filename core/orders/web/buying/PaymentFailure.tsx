import { Alert } from '@mantine/core';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useText } from '../api.ts';

/** Why a payment failed, and that another try is possible. */
export function PaymentFailure({ word }: { word: string | null }) {
  const t = useText();
  const { label, has } = useLabels('orders');
  const key = `buying.failure.${word}`;
  return (
    <Alert color="red" role="alert" title={t('buying.failed')}>
      {has(key) ? label(key) : t('buying.failure.other')}
    </Alert>
  );
}
