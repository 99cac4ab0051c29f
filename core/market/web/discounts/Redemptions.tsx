import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { DiscountRow } from '../../common/discount.ts';
import { api, useText } from '../api.ts';
import { Money } from '../Money.tsx';

/** The orders that have used a code, and the discount of each. */
export function Redemptions({ of: { id, code }, onClose }: { of: DiscountRow; onClose(): void }) {
  const t = useText();
  const query = useData(api.discount.redemptions, { params: { id } }, { silent: true });
  const opensOrders = usePermitted({ adminTypes: ['Super Admin'] });
  return (
    <SidePanel title={<Bdi>{code}</Bdi>} onClose={onClose}>
      {!query.data ? (
        <QueryBoundary of={query} />
      ) : query.data.length === 0 ? (
        <Text c="dimmed">{t('discounts.neverUsed')}</Text>
      ) : (
        <Table aria-label={t('actions.redemptions')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.company')}</Table.Th>
              <Table.Th>{t('discounts.takenOff')}</Table.Th>
              <Table.Th>{t('discounts.order')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data.map(({ orderId, company, amount, releasedAt }) => (
              <Table.Tr key={orderId}>
                <Table.Td>
                  <bdi>{company.name}</bdi>
                  {releasedAt && (
                    <Text size="sm" c="dimmed">
                      {t('discounts.released')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Money of={amount} />
                </Table.Td>
                <Table.Td>
                  {opensOrders ? (
                    <Anchor component={Link} to={`/core/orders/${orderId}/${company.id}`} inherit>
                      {t('discounts.openOrder')}
                    </Anchor>
                  ) : (
                    <Bdi>{orderId}</Bdi>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </SidePanel>
  );
}
