import { Checkbox, Fieldset, NumberInput, Stack, Text } from '@mantine/core';
import { useData } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api, useText } from '../api.ts';

/** The pieces that a refund takes back, by line. */
export type ReturnedLines = ReadonlyMap<number, number>;
type Props = {
  payment: { orderId: number; company: { id: number } };
  lines: ReturnedLines;
  onLines(lines: ReturnedLines): void;
  evenActive: boolean;
  onEvenActive(evenActive: boolean): void;
};

/** Chooses how many pieces of each line are taken back; their price is then the amount. */
export function RefundLines({ payment, lines, onLines, evenActive, onEvenActive }: Props) {
  const t = useText();
  const { user } = useMe().session;
  const params = { companyId: payment.company.id, id: payment.orderId };
  const order = useData(api.order.get, { params }, { silent: true });
  if (!order.data) return <QueryBoundary of={order} />;
  const open = order.data.lines.filter(({ included, qty, refundedQty }) => !included && refundedQty < qty);
  if (open.length === 0) return null;
  const change = (id: number, qty: number) =>
    onLines(new Map([...lines, [id, qty]].filter(([, many]) => many !== 0) as [number, number][]));
  return (
    <Fieldset legend={t('money.decide.lines')}>
      <Stack gap="xs">
        <Text c="dimmed" size="sm">
          {t('money.decide.linesHint')}
        </Text>
        {open.map(({ id, name, qty, refundedQty }) => (
          <NumberInput
            key={id}
            label={<bdi>{name}</bdi>}
            description={t('money.decide.of', { count: qty - refundedQty })}
            value={lines.get(id) ?? 0}
            onChange={(value) => change(id, Number(value) || 0)}
            min={0}
            max={qty - refundedQty}
            clampBehavior="strict"
            allowDecimal={false}
          />
        ))}
        {user.adminType === 'Super Admin' && (
          <Checkbox
            label={t('money.decide.evenActive')}
            checked={evenActive}
            onChange={(event) => onEvenActive(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
