import { Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Attachments } from '#platform/web/ui/attachments/Attachments.tsx';
import { HistoryLines } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { StepButtons } from '#platform/web/ui/steps/StepButtons.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { vehicleUpload } from '../../common/vehicle/routes.ts';
import { vehicle as entity, type ShownVehicle, vehicleLifecycle } from '../../common/vehicle/vehicle.ts';
import { vehiclesAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { VehicleForm } from '../list/VehicleForm.tsx';
import { useText } from '../texts.ts';
import { statusTones } from '../tones.ts';
import { DayTab } from './DayTab.tsx';
import { JobsTab } from './JobsTab.tsx';
import { LogTab } from './LogTab.tsx';
import { NowTab } from './NowTab.tsx';
import { PapersPanel } from './PapersPanel.tsx';
import { TrackerTab } from './TrackerTab.tsx';

const tabs = ['now', 'day', 'log', 'jobs', 'papers', 'alarms', 'tracker', 'history'] as const;
type Tab = (typeof tabs)[number];

/** A vehicle: what it does now, its days, papers, alarms and tracker. */
export function VehiclePage() {
  const id = Number(useParams().id);
  return <Vehicle key={id} id={id} />;
}

function Vehicle({ id }: { id: number }) {
  const t = useText();
  const params = { id };
  // The page itself says what failed.
  const query = useData(api.vehicle.get, { params }, { silent: true });
  useLive(['devices'], () => void query.refetch(), api.vehicle.get.key({ params }));
  const [search, setSearch] = useSearchParams();
  const seesHistory = usePermitted(api.vehicle.history.route.access);
  const seesJobs = usePermitted(api.job.list.route.access);
  const shown = tabs.filter((one) => (one !== 'history' || seesHistory) && (one !== 'jobs' || seesJobs));
  const tab = shown.find((one) => one === search.get('tab')) ?? 'now';
  const parents = [{ label: t('pages.vehicles-vehicles-list'), to: vehiclesAddress }];
  const vehicle = query.data;
  if (!vehicle)
    return (
      <PageFrame title={t('pages.vehicles-map-view-id')} parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  return (
    <PageFrame
      title={vehicle.name}
      badge={<StatusChip value={vehicle.status} tones={statusTones} />}
      parents={parents}
      action={<Actions vehicle={vehicle} />}
      tabs={shown.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => setSearch(value === 'now' ? {} : { tab: value }, { preventScrollReset: true })}
    >
      <Content vehicle={vehicle} tab={tab} />
    </PageFrame>
  );
}

function Actions({ vehicle }: { vehicle: ShownVehicle }) {
  const [editing, setEditing] = useState(false);
  const t = useText();
  const on = { resource: vehicle.structureId };
  const params = { id: vehicle.id };
  const maySuspend = usePermitted(entity.can('suspend'), on);
  const mayRetire = usePermitted(entity.can('retire'), on);
  return (
    <Group gap="xs">
      {vehicle.state !== 'retired' && (
        <Can access={entity.can('update')} on={on}>
          <Button
            variant="default"
            leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('editVehicle')}
          </Button>
        </Can>
      )}
      <StepButtons
        lifecycle={vehicleLifecycle}
        row={vehicle}
        state={vehicle.state}
        parties={['staff']}
        calls={{
          ...(maySuspend ? { suspend: api.vehicle.suspend, unsuspend: api.vehicle.unsuspend } : {}),
          ...(mayRetire ? { retire: api.vehicle.retire } : {}),
        }}
        namespace="fleet"
        asks={{ suspend: { danger: true, reason: 'needed' }, retire: { danger: true, reason: 'needed' } }}
        shows={{ detail: api.vehicle.get.key({ params }), lists: [api.vehicle.list.key()] }}
      />
      {editing && <VehicleForm before={vehicle} onClose={() => setEditing(false)} />}
    </Group>
  );
}

function Content({ vehicle, tab }: { vehicle: ShownVehicle; tab: Tab }): ReactNode {
  const t = useText();
  const params = { id: vehicle.id };
  switch (tab) {
    case 'now':
      return <NowTab vehicle={vehicle} />;
    case 'day':
      return <DayTab vehicle={vehicle} />;
    case 'log':
      return <LogTab id={vehicle.id} />;
    case 'jobs':
      return <JobsTab vehicle={vehicle} />;
    case 'papers':
      return (
        <Stack gap="md">
          <PapersPanel vehicle={vehicle} />
          <Attachments of={api.vehicleFile} params={params} upload={vehicleUpload} />
        </Stack>
      );
    case 'alarms':
      return vehicle.tracker ? (
        <AlarmsOfRecord of={{ app: 'fleet', subjectType: 'vehicle', subjectId: vehicle.id }} />
      ) : (
        <EmptyState drawing="search" title={t('noTracker.title')} text={t('noTracker.text')} />
      );
    case 'tracker':
      return <TrackerTab vehicle={vehicle} />;
    case 'history':
      return <HistoryLines of={api.vehicle.history} params={params} namespace="fleet" />;
  }
}
