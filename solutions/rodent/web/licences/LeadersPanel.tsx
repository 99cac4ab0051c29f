import { Anchor, Group, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { rodent } from '../../app.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { licenceTones, stateUntil } from './licence-state.ts';

/** Those who lead visits to a site, and whether their licences are valid today. */
export function LeadersPanel({ siteId }: { siteId: number }) {
  const t = useText();
  const { date, number, zone } = useFormats();
  const query = useData(api.licence.leaders, { params: { id: siteId } });
  return (
    <Panel
      title={t('permissions.licence')}
      aside={
        <Anchor component={Link} size="sm" to={`${rodent.web}/visits/licences`}>
          {t('licences.all')}
        </Anchor>
      }
    >
      {query.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('licences.noLeaders')}
        </Text>
      )}
      {query.data && query.data.length > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('columns.technician')}</Table.Th>
                <Table.Th>{t('licences.visits')}</Table.Th>
                <Table.Th>{t('columns.licence')}</Table.Th>
                <Table.Th>{t('columns.expiresOn')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.map(({ technician, provider, visits, licence }) => (
                <Table.Tr key={technician.id}>
                  <Table.Td>
                    <bdi>{technician.name}</bdi>
                    {provider && (
                      <Text size="xs" c="dimmed">
                        <bdi>{provider.name}</bdi>
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{number(visits)}</Table.Td>
                  <Table.Td>
                    <Bdi>{licence.number ?? '–'}</Bdi>
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs">
                      {licence.expiresOn && <Bdi>{date(licence.expiresOn, 'date')}</Bdi>}
                      <StatusChip
                        value={stateUntil(licence.expiresOn, zone)}
                        namespace="rodent"
                        field="licence"
                        tones={licenceTones}
                      />
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}
