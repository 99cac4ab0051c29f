import { Anchor, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ZoneDetail } from '../../common/zones/zone-desk.ts';
import { panelAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { TenantsOfZone } from '../assignments/TenantsOfZone.tsx';
import { useGroupName, useZoneName } from '../panel/names.ts';
import { EventsTab } from '../parts/EventsTab.tsx';
import { useText } from '../texts.ts';
import { zonesAddress, zonesOf } from './addresses.ts';
import { conditionTones } from './tones.ts';
import { ZoneSite } from './ZoneSite.tsx';

/** One zone: how it is set, its state, and what it has reported. With a panel in the address it has to be of this panel. */
export function ZonePage() {
  const { id, panelId } = useParams();
  const t = useText();
  const nameOf = useZoneName();
  const client = useQueryClient();
  const asked = {
    params: { id: Number(id) },
    ...(panelId === undefined ? {} : { query: { panelId: Number(panelId) } }),
  };
  const query = useData(api.zoneDesk.get, asked, { silent: true });
  const zone = query.data;
  const key = api.zoneDesk.get.key(asked);
  const isTenant = zone?.side === 'tenant';
  useLive(zone && !isTenant ? [`panel:${zone.panelId}`] : [], () => refetchQueries(client, key), key);
  const parents = [
    { label: t('pages.device-list'), to: zonesAddress },
    ...(zone ? [{ label: zone.panel.name, to: zonesOf({ panelId: zone.panelId }) }] : []),
  ];
  if (!zone)
    return (
      <PageFrame parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  return (
    <PageFrame
      title={nameOf(zone)}
      parents={parents}
      badge={<StatusChip value={zone.condition} field="condition" tones={conditionTones} />}
    >
      <Stack gap="md">
        <ZoneFacts zone={zone} />
        {zone.side === 'owner' && (
          <TenantsOfZone id={zone.id} panelId={zone.panelId} siteId={zone.structure?.id ?? null} />
        )}
        {!isTenant && (
          <Panel title={t('zones.log')}>
            <EventsTab panelId={zone.panelId} zone={zone.number} />
          </Panel>
        )}
      </Stack>
    </PageFrame>
  );
}

function ZoneFacts({ zone }: { zone: ZoneDetail }) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const groupName = useGroupName();
  const isTenant = zone.side === 'tenant';
  const yesOrNo = (value: boolean) => kit(value ? 'actions.yes' : 'actions.no');
  const groups = zone.groupsOfZone.map((one) => `${groupName(one)} (${t(`values.groupState.${one.state}`)})`);
  const groupsFact: [string, ReactNode] = [
    t('columns.groups'),
    groups.length > 0 ? <bdi key="groups">{groups.join(' · ')}</bdi> : t('zones.alwaysWatches'),
  ];
  return (
    <Facts
      title={t('zones.facts')}
      items={[
        [
          t('columns.panelId'),
          isTenant ? (
            <bdi key="panel">{zone.panel.name}</bdi>
          ) : (
            <Anchor key="panel" component={Link} to={panelAddress(zone.panelId)} inherit>
              <bdi>{zone.panel.name}</bdi>
            </Anchor>
          ),
        ],
        [t('columns.structure'), <ZoneSite key="site" zone={zone} />],
        [t('zones.space'), <bdi key="space">{zone.space?.name ?? '–'}</bdi>],
        [t('columns.number'), zone.number],
        ...(isTenant ? [] : [groupsFact]),
        [t('columns.detector'), t(`values.detector.${zone.detector}`)],
        [t('columns.reaction'), t(`values.reaction.${zone.reaction}`)],
        [t('fields.bypassable'), yesOrNo(zone.bypassable)],
        [t('columns.bypassed'), yesOrNo(zone.bypassed)],
        [t('fields.confirmUnit'), <bdi key="unit">{zone.confirmUnit ?? '–'}</bdi>],
        [t('columns.battery'), zone.battery === null ? '–' : <BatteryBar key="battery" value={zone.battery} />],
        [t('columns.changedAt'), zone.changedAt ? <Ago key="changed" at={zone.changedAt} /> : '–'],
        [t('zones.hits'), number(zone.hits)],
        [t('zones.lastHitAt'), zone.lastHitAt ? <Ago key="hit" at={zone.lastHitAt} /> : '–'],
      ]}
    />
  );
}
