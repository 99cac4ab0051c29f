import { Button, Group, Modal, Table, Text } from '@mantine/core';
import type { Quote } from '#core/market/common/quote.ts';
import { dollarText, Money } from '#core/market/web/parts.tsx';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useText } from '../api.ts';
import type { Changed } from './use-place-order.ts';

type Props = {
  changed: Changed;
  /** The lines as they were shown, to name those that were removed. */
  known: Quote['lines'];
  pending: boolean;
  onPlace(): void;
  onCancel(): void;
};

/**
 * The prices have changed since the order was shown: shows both prices of each line and asks whether to place the
 * order.
 */
export function PriceChanges({ changed: { quote, changes }, known, pending, onPlace, onCancel }: Props) {
  const t = useText();
  const kit = useKitText();
  const nameOf = (path: string) => [...quote.lines, ...known].find((line) => line.path === path)?.name ?? '';
  return (
    <Modal
      opened
      onClose={onCancel}
      size="lg"
      title={t('buying.priceChanged')}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <Text mb="sm">{t('errors.price-changed')}</Text>
      {changes.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('buying.product')}</Table.Th>
              <Table.Th ta="end">{t('buying.priceWas')}</Table.Th>
              <Table.Th ta="end">{t('buying.priceNow')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ path, was, now }) => (
              <Table.Tr key={path}>
                <Table.Td>
                  <bdi>{nameOf(path)}</bdi>
                </Table.Td>
                <Table.Td ta="end">{was === null ? '–' : <Money of={was} />}</Table.Td>
                <Table.Td ta="end">{now === null ? '–' : <Money of={now} />}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text mt="sm" fw={600}>
        {t('buying.newTotal', { total: dollarText(quote.totals.total) })}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {kit('actions.cancel')}
        </Button>
        <Button onClick={onPlace} loading={pending} data-autofocus>
          {t('buying.placeAtNewPrice')}
        </Button>
      </Group>
    </Modal>
  );
}
