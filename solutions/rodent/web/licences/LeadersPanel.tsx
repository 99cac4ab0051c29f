import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { CardTable } from '#platform/web/ui/rows/CardTable.tsx';
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
        <CardTable
          headings={[t('columns.technician'), t('licences.visits'), t('columns.licence'), t('columns.expiresOn')]}
          rows={query.data.map(({ technician, provider, visits, licence }) => ({
            key: technician.id,
            cells: [
              <>
                <bdi>{technician.name}</bdi>
                {provider && (
                  <Text size="xs" c="dimmed">
                    <bdi>{provider.name}</bdi>
                  </Text>
                )}
              </>,
              number(visits),
              <Bdi key="licence">{licence.number ?? '–'}</Bdi>,
              <Group key="until" gap="xs">
                {licence.expiresOn && <Bdi>{date(licence.expiresOn, 'date')}</Bdi>}
                <StatusChip
                  value={stateUntil(licence.expiresOn, zone)}
                  namespace="rodent"
                  field="licence"
                  tones={licenceTones}
                />
              </Group>,
            ],
          }))}
        />
      )}
    </Panel>
  );
}
