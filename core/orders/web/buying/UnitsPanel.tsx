import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { inventoryPath } from '#core/inventory/common/inventory-page.ts';
import { usualAddress, usualPage } from '#platform/common/pages/placed-pages.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { searchAddress } from '#platform/web/shell/search/search.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { OrderDetail } from '../../common/order.ts';
import { useText } from '../api.ts';

const tones = { pending: 'none', done: 'good', error: 'none', replaced: 'none', refunded: 'none' } as const;

/** The devices of an order, each with its serial number and where it is installed from. */
export function UnitsPanel({ order }: { order: OrderDetail }) {
  const t = useText();
  const apps = registeredApps();
  const units = order.units.flatMap((unit) => {
    const line = order.lines.find(({ id }) => id === unit.lineId);
    return line && unit.state !== 'replaced' ? [{ ...unit, line }] : [];
  });
  if (units.length === 0) return null;
  const addressOf = (app: string, serial: string) => {
    const found = apps.find((one) => one.id === app && usualPage(one, inventoryPath));
    return found && searchAddress(usualAddress(found, inventoryPath), serial);
  };
  return (
    <Panel title={t('buying.units')}>
      <Table.ScrollContainer minWidth={290} type="native" tabIndex={0} aria-label={t('buying.units')}>
        <Table aria-label={t('buying.units')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.product')}</Table.Th>
              <Table.Th>{t('buying.unitState')}</Table.Th>
              <Table.Th>{t('buying.install')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {units.map(({ id, line, serial, state, deviceId }) => {
              const to = serial && deviceId !== null && state === 'done' ? addressOf(line.app, serial) : undefined;
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <bdi>{line.name}</bdi>
                    {serial && (
                      <Text size="sm" c="dimmed">
                        <Bdi>{serial}</Bdi>
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <StatusChip
                      namespace="orders"
                      field="unit"
                      value={state === 'error' ? 'pending' : state}
                      tones={tones}
                    />
                  </Table.Td>
                  <Table.Td>
                    {to ? (
                      <Anchor component={Link} to={to} inherit>
                        {t('buying.install')}
                      </Anchor>
                    ) : (
                      '–'
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
