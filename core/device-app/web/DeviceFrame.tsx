import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { AlarmsOfRecord, DeviceAlarmBadge, useDeviceState } from '#core/alarms/web/parts.tsx';
import { CommandHistory, CommandPanel } from '#core/commands/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { eventsOf } from '#core/devices/common/models/model-events.ts';
import {
  ChannelsPanel,
  ConnectionPanel,
  DeviceBadges,
  DeviceBadgesSkeleton,
  type DeviceCalls,
  DeviceFacts,
  DeviceFactsSkeleton,
  DeviceLog,
  LinkedDevices,
  OtherCustomerNotice,
  PlaceDevice,
  PlaceDeviceSkeleton,
  SensorMarks,
  SuspendedNotice,
  type useDevice,
} from '#core/devices/web/parts.tsx';
import { FittedIn } from '#core/fittings/web/parts.tsx';
import { DeviceRules } from '#core/rules/web/parts.tsx';
import { ticketAccess } from '#core/support/common/ticket-access.ts';
import { newTicketAddress } from '#core/support/web/parts.tsx';
import { DeadLetters, DeviceEvents, deadLetterAccess, StatisticsPanel } from '#core/telemetry/web/parts.tsx';
import { DeviceTemplateTab } from '#core/templates/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { InSiteZone, SiteZoneNotice } from '#platform/web/ui/page/InSiteZone.tsx';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { listAddress } from './addresses.ts';
import { useSolutionName } from './solution-name.ts';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';

/** A tab that an app adds to its device pages. `value` is its name in addresses. */
export type DeviceTab = { value: string; label: string; content: (device: DeviceDetail) => ReactNode };

type Props = {
  query: ReturnType<typeof useDevice>;
  /** Further tabs, after the statistics. */
  more?: readonly DeviceTab[];
  /** The breadcrumbs; by default the lists of devices of the app and of the solution. */
  parents?: ComponentProps<typeof PageFrame>['parents'];
  children: (device: DeviceDetail) => ReactNode;
};
const firstTabs = ['now', 'statistics'] as const;
const lastTabs = ['events', 'alarms', 'rules', 'commands', 'template', 'log', 'connection'] as const;
type Tab = (typeof firstTabs)[number] | (typeof lastTabs)[number];

/** Whether a model of its solution reports events. */
const reportsEvents = (app: AppManifest, { solutionId }: DeviceDetail) =>
  Object.keys(eventsOf(app, solutionId)).length > 0;

/** The frame of every device page: title with badges, facts and tabs. `children` renders the first tab. */
export function DeviceFrame({ query, more = [], parents, children }: Props) {
  const t = useText();
  const { app, calls } = useDeviceApp();
  const address = useParams();
  const alarms = useDeviceState(app, Number(address.id));
  const nameOf = useSolutionName(app);
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const readsRules = usePermitted(calls.rule.ofDevice.route.access);
  const named = (value: Tab) => ({ value, label: t(`deviceTabs.${value}`) });
  const device = query.data;
  // As the address states it until the device is known.
  const solution = app.solutions?.find(({ id }) => id === (device?.solutionId ?? Number(address.solutionId)));
  const hidden = (value: Tab) =>
    (value === 'rules' && !readsRules) || (value === 'events' && !(device && reportsEvents(app, device)));
  const last = lastTabs.filter((value) => !hidden(value));
  const tabs = [...firstTabs.map(named), ...more, ...last.map(named)];
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'now';
  const added = more.find(({ value }) => value === tab);
  if (query.error instanceof RequestError && query.error.status === 404)
    return (
      <PageFrame title={t('pages.devices-list')} parents={[{ label: t('pages.devices-list'), to: listAddress(app) }]}>
        <EmptyState drawing="search" title={t('deviceGone.title')} text={t('deviceGone.text')} />
      </PageFrame>
    );
  // An address with another solution or another kind of page redirects to the device's own page.
  if (device && pathname !== deviceAddress(app, device)) return <Navigate to={deviceAddress(app, device)} replace />;
  const choose = (next: string) => setParams(next === 'now' ? {} : { tab: next }, { preventScrollReset: true });
  return (
    <InSiteZone zone={device?.zone}>
      <PageFrame
        title={device?.name ?? t('loadingDevice')}
        parents={
          parents ?? [
            { label: t('pages.devices-list'), to: listAddress(app) },
            ...(solution ? [{ label: nameOf(solution.id), to: listAddress(app, solution.id) }] : []),
          ]
        }
        action={<Placing query={query} calls={calls.device} />}
        badge={
          device ? (
            <>
              <DeviceBadges device={device} />
              {alarms.worst && <DeviceAlarmBadge app={app} alarm={alarms.worst} />}
            </>
          ) : (
            !query.isError && <DeviceBadgesSkeleton />
          )
        }
        tabs={tabs.map(({ value, label }) => ({
          value,
          label,
          disabled: !device,
          ...(value === 'alarms' && alarms.count > 0 ? { count: alarms.count } : {}),
        }))}
        tab={tab}
        onTab={choose}
        toolbar={
          <KeptHeight of="device facts">
            <HeadFacts query={query} />
          </KeptHeight>
        }
      >
        {query.isLoadingError ? (
          <FailedState error={query.error} onRetry={() => void query.refetch()} />
        ) : device ? (
          tab === 'now' ? (
            <Stack>
              <SensorMarks value={alarms.marks}>{children(device)}</SensorMarks>
              <ChannelsPanel app={app} calls={calls.device} device={device} />
              <FittedIn app={app} device={device} />
              <LinkedDevices app={app} calls={calls} device={device} />
              <Can access={ticketAccess('create')}>
                <Button
                  component={Link}
                  to={newTicketAddress({ device: device.id })}
                  variant="subtle"
                  leftSection={<IconMessageQuestion size={iconSizes.md} aria-hidden />}
                >
                  {t('reportProblem')}
                </Button>
              </Can>
            </Stack>
          ) : added ? (
            added.content(device)
          ) : (
            <OtherTab tab={tab as Exclude<Tab, 'now'>} device={device} />
          )
        ) : (
          <Stack aria-busy="true">
            <Skeleton h={120} radius="lg" />
            <Skeleton h={sizes.chart} radius="lg" />
          </Stack>
        )}
      </PageFrame>
    </InSiteZone>
  );
}

type HeadProps = Pick<Props, 'query'>;

/** The button that installs or moves the device; its place while that loads. */
function Placing({ query, calls }: HeadProps & { calls: DeviceCalls }) {
  if (query.data) return <PlaceDevice calls={calls} device={query.data} />;
  return query.isError ? null : <PlaceDeviceSkeleton calls={calls} />;
}

function HeadFacts({ query: { data: device, isError } }: HeadProps) {
  if (!device) return isError ? null : <DeviceFactsSkeleton />;
  return (
    <Group gap="sm">
      <OtherCustomerNotice device={device} />
      <SuspendedNotice device={device} />
      <DeviceFacts device={device} />
      <SiteZoneNotice zone={device.zone} />
    </Group>
  );
}

function OtherTab({ tab, device }: { tab: Exclude<Tab, 'now'>; device: DeviceDetail }) {
  const t = useText();
  const { app, calls } = useDeviceApp();
  const { id } = device;
  const ofDevice = useMemo(() => ({ app: app.id, deviceId: id }), [app, id]);
  if (tab === 'statistics') return <StatisticsPanel calls={calls.reading} device={device} app={app.id} />;
  if (tab === 'events') return <DeviceEvents app={app} device={device} />;
  if (tab === 'alarms') return <AlarmsOfRecord of={ofDevice} />;
  if (tab === 'rules') return <DeviceRules app={app} deviceId={device.id} />;
  if (tab === 'commands')
    return (
      <Stack>
        <CommandPanel
          app={app}
          calls={calls.command}
          device={device}
          alarmAddress={(alarm) => alarmAddress(app, deviceClass.measured, alarm)}
        />
        <CommandHistory calls={calls.command} deviceId={id} />
      </Stack>
    );
  if (tab === 'template') return <DeviceTemplateTab app={app} device={device} />;
  if (tab === 'log') return <DeviceLog calls={calls.device} deviceId={device.id} />;
  return (
    <Stack>
      <ConnectionPanel calls={calls.device} device={device} />
      <Can access={deadLetterAccess}>
        <Panel title={t('refused')}>
          <DeadLetters deviceId={device.id} />
        </Panel>
      </Can>
    </Stack>
  );
}
