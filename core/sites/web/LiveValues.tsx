import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { AddDeviceAt, useSolutionName } from '#core/device-app/web/parts.tsx';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink, deviceTopic, MainValues } from '#core/devices/web/parts.tsx';
import { siteAddress } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { Site } from '../common/site.ts';
import { api, useText } from './api.ts';

const shown = 12;

/** The main values of the first devices of a site, by solution. */
export function LiveValues({ site }: { site: Site }) {
  const t = useText();
  const query = useData(
    api.site.devices,
    { params: { id: site.id }, list: { limit: shown, sort: { name: 'asc' } } },
    { silent: true },
  );
  const rows = query.data?.data ?? [];
  useLiveRefetch(['devices', ...rows.map(({ id }) => deviceTopic(id))], api.site.devices.keyPrefix);
  const groups = [...Map.groupBy(rows, ({ app, solutionId }) => `${app}/${solutionId}`)];
  return (
    <Panel
      title={t('values')}
      aside={site.devices > shown && <Link to={siteAddress(site.id, 'devices')}>{t('allDevices')}</Link>}
    >
      {query.data ? (
        rows.length === 0 ? (
          <>
            <WidgetRows calm={t('state.noDevices')}>{[]}</WidgetRows>
            <AddDeviceAt structureId={site.id} />
          </>
        ) : (
          // The texts of an app are loaded with its first values; the rest of the page stays.
          <Suspense fallback={<Skeleton h={sizes.chart} aria-busy />}>
            {groups.map(([key, devices]) => (
              <SolutionValues key={key} devices={devices} />
            ))}
          </Suspense>
        )
      ) : (
        <QueryBoundary of={query} />
      )}
    </Panel>
  );
}

function SolutionValues({ devices }: { devices: readonly Device[] }) {
  const app = registeredApps().find(({ id }) => id === devices[0]?.app);
  return app ? <NamedValues app={app} devices={devices} /> : null;
}

function NamedValues({ app, devices }: { app: AppManifest; devices: readonly Device[] }) {
  const nameOf = useSolutionName(app);
  return (
    <section>
      <h3>{nameOf(devices[0]?.solutionId ?? 0)}</h3>
      <WidgetRows calm="">
        {devices.map((device) => (
          <WidgetRow
            key={device.id}
            title={<DeviceLink to={deviceAddress(app, device)} name={device.name} />}
            note={<MainValues device={device} app={app.id} />}
          />
        ))}
      </WidgetRows>
    </section>
  );
}
