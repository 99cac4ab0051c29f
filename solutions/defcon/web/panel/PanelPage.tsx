import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { DeviceFrame, type DeviceTab } from '#core/device-app/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { Can, useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { panelModels } from '../../common/commands.ts';
import { panel as entity } from '../../common/panel/panel.ts';
import { premisesFile } from '../../common/premises/premises-file.ts';
import { panelsAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { AssignmentsTab } from '../assignments/AssignmentsTab.tsx';
import { EventsTab } from '../parts/EventsTab.tsx';
import { UsersTab } from '../parts/UsersTab.tsx';
import { ZonesTab } from '../parts/ZonesTab.tsx';
import { PremisesTab } from '../premises/PremisesTab.tsx';
import { useText } from '../texts.ts';
import { GroupTiles } from './GroupTiles.tsx';
import { NetworkPanel } from './NetworkPanel.tsx';
import { PanelFacts } from './PanelFacts.tsx';
import { PathsPanel } from './PathsPanel.tsx';
import { ServicePanel } from './ServicePanel.tsx';
import { SiaPanel } from './SiaPanel.tsx';
import { WatchedPanel } from './WatchedPanel.tsx';

const isPanel = ({ hardware }: DeviceDetail) => panelModels.includes(hardware.id);

/** The page of a control panel or of a detector. */
export function PanelPage() {
  const id = Number(useParams().id);
  const { session } = useMe();
  const Page = session.user.companyType === 'Security Company' ? PanelOfAnyCompany : DeviceOfProTect;
  return <Page key={id} id={id} />;
}

/** A security company sees the devices of its own panels only. */
function PanelOfAnyCompany({ id }: { id: number }) {
  const t = useText();
  const { session } = useMe();
  const client = useQueryClient();
  const query = useData(api.panel.get, { params: { id } });
  // With its assignment the company loses the panel.
  useLive(['panel-assignments'], () => refetchQueries(client, api.panel.get.keyPrefix));
  if (!query.data || query.isError)
    return (
      <PageFrame parents={[{ label: t('pages.panels-list'), to: panelsAddress }]}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  return query.data.companyId === session.user.companyId ? <DeviceOfProTect id={id} /> : <WatchedPanel id={id} />;
}

function DeviceOfProTect({ id }: { id: number }) {
  const t = useText();
  const query = useDevice(api.device, id);
  const seesUsers = usePermitted(api.panelUser.list.route.access);
  const seesAssignments = usePermitted(api.assignment.list.route.access);
  const device = query.data;
  const seesPremises = usePermitted(premisesFile.can('read'), { resource: device?.structure?.id ?? null });
  const isKnownPanel = device !== undefined && isPanel(device) && device.structure !== null;
  const panels = useMemo(() => [{ label: t('pages.panels-list'), to: panelsAddress }], [t]);
  const site = device?.structure ?? null;
  const tabs = useMemo<DeviceTab[]>(() => {
    const all: readonly (readonly [may: boolean, tab: DeviceTab])[] = [
      [true, { value: 'zones', label: t('tabs.zones'), content: ({ id: of }) => <ZonesTab panelId={of} /> }],
      [seesUsers, { value: 'users', label: t('tabs.users'), content: ({ id: of }) => <UsersTab panelId={of} /> }],
      [
        seesAssignments,
        {
          value: 'assignments',
          label: t('tabs.assignments'),
          content: ({ id: of, structure }) => <AssignmentsTab panelId={of} siteId={structure?.id ?? null} />,
        },
      ],
      [
        seesPremises && site !== null,
        {
          value: 'call-list',
          label: t('tabs.callList'),
          content: ({ structure, companyId }) =>
            structure && <PremisesTab structureId={structure.id} companyId={companyId} />,
        },
      ],
      [true, { value: 'history', label: t('tabs.history'), content: ({ id: of }) => <EventsTab panelId={of} /> }],
    ];
    return isKnownPanel ? all.flatMap(([may, tab]) => (may ? tab : [])) : [];
  }, [isKnownPanel, site, seesUsers, seesAssignments, seesPremises, t]);
  return (
    <DeviceFrame query={query} more={tabs} {...(device && !isKnownPanel ? {} : { parents: panels })}>
      {(shown) => (
        <Stack>
          {isKnownPanel && <Overview id={shown.id} />}
          {shown.token === 'active' ? <Values device={shown} isPanel={isKnownPanel} /> : <TokenNotice device={shown} />}
        </Stack>
      )}
    </DeviceFrame>
  );
}

/** What a device measures. A panel that reports over SIA DC-09 measures nothing. */
function Values({ device, isPanel: reports }: { device: DeviceDetail; isPanel: boolean }) {
  const { data: panel } = useData(api.panel.get, { params: { id: device.id } }, { enabled: reports });
  return reports && panel?.transport !== 'mqtt' ? null : <ValueTiles device={device} app="defcon" />;
}

/** The groups of a panel with what can be done with them, and how it stands. */
function Overview({ id }: { id: number }) {
  const client = useQueryClient();
  const params = { id };
  const query = useData(api.panel.get, { params });
  const key = api.panel.get.key({ params });
  const shown = [key, api.panel.paths.key({ params })];
  useLive([`panel:${id}`], () => shown.map((one) => refetchQueries(client, one)), key);
  const panel = query.data;
  if (!panel) return <QueryBoundary of={query} />;
  return (
    <>
      <ServicePanel panel={panel} />
      <GroupTiles panel={panel} />
      <PanelFacts panel={panel} />
      <PathsPanel panel={panel} />
      {panel.transport === 'mqtt' && (
        <Can access={entity.can('network')} on={{ resource: panel.structure?.id ?? null }}>
          <NetworkPanel panel={panel} />
        </Can>
      )}
      <Can access={entity.can('update')} on={{ resource: panel.structure?.id ?? null }}>
        <SiaPanel panel={panel} />
      </Can>
    </>
  );
}
