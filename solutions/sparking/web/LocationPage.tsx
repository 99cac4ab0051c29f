import { Button, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { layout } from '#core/layouts/common/layout.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { HistoryLines } from '#platform/web/ui/history/History.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { sparking } from '../app.ts';
import { location as entity, type ShownLocation } from '../common/location.ts';
import { reservation } from '../common/reservation.ts';
import { editLocationAddress, locationsAddress } from './addresses.ts';
import { AnalysisTab } from './analysis/AnalysisTab.tsx';
import { api, useText } from './api.ts';
import { BaysTab } from './BaysTab.tsx';
import { ChecksTab } from './checks/ChecksTab.tsx';
import { CountTab } from './count/CountTab.tsx';
import { FillBar } from './FillBar.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { NextSteps } from './NextSteps.tsx';
import { OpeningHours } from './OpeningInput.tsx';
import { PublicPanel } from './PublicPanel.tsx';
import { PlanTab } from './plan/PlanTab.tsx';
import { RemoveLocation } from './RemoveLocation.tsx';
import { ReservationsTab } from './reservations/ReservationsTab.tsx';

const tabNames = [
  ...(['plan', 'groups', 'bays', 'check', 'count', 'reservations'] as const),
  ...(['alarms', 'analysis', 'settings', 'history'] as const),
] as const;

/** A car park: how full it is, its groups, bays, settings and history. */
export function LocationPage() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const params = { id: Number(useParams().id) };
  const query = useData(api.location.get, { params });
  const client = useQueryClient();
  const key = api.location.get.key({ params });
  // How full it is stays true under every tab.
  useLive([`car-park:${params.id}`], () => refetchQueries(client, key), key);
  const seesHistory = usePermitted(entity.can('history'));
  const seesPlans = usePermitted(layout.can('read'));
  const seesReservations = usePermitted(reservation.can('read'));
  const seesAnalysis = usePermitted(api.analysis.locationOccupation.route.access);
  const location = query.data;
  const parents = [{ label: t('pages.locations-list'), to: locationsAddress }];
  if (!location)
    return (
      <PageFrame parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  const hidden = new Set([
    ...(seesHistory ? [] : ['history']),
    ...(seesPlans ? [] : ['plan']),
    ...(seesReservations ? [] : ['reservations']),
    ...(seesAnalysis ? [] : ['analysis']),
  ]);
  const shown = tabNames.filter((name) => !hidden.has(name));
  const tab = shown.find((name) => name === search.get('tab')) ?? shown[0];
  return (
    <PageFrame
      title={location.name}
      parents={parents}
      tabs={shown.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => setSearch(value === shown[0] ? {} : { tab: value })}
      action={
        <Can access={entity.can('update')}>
          <Button
            component={Link}
            to={editLocationAddress(location.id)}
            variant="default"
            leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
          >
            {t('editLocation')}
          </Button>
        </Can>
      }
    >
      <Stack gap="md">
        {search.has('added') && <NextSteps of={location} onClose={() => setSearch({}, { replace: true })} />}
        <Panel>
          <FillBar of={location} />
        </Panel>
        {tab === 'plan' && <PlanTab locationId={location.id} />}
        {tab === 'groups' && <GroupsTab locationId={location.id} />}
        {tab === 'bays' && <BaysTab location={location} />}
        {tab === 'check' && <ChecksTab locationId={location.id} />}
        {tab === 'count' && <CountTab location={location} />}
        {tab === 'alarms' && <LocationAlarms id={location.id} />}
        {tab === 'analysis' && <AnalysisTab location={location} />}
        {tab === 'reservations' && <ReservationsTab location={location} />}
        {tab === 'settings' && (
          <>
            <LocationFacts location={location} />
            <PublicPanel location={location} />
            <div>
              <RemoveLocation location={location} />
            </div>
          </>
        )}
        {tab === 'history' && (
          <Panel>
            <HistoryLines of={api.location.history} params={params} namespace="sparking" />
          </Panel>
        )}
      </Stack>
    </PageFrame>
  );
}

function LocationAlarms({ id }: { id: number }) {
  const of = useMemo(() => ({ app: sparking.id, structureId: id }), [id]);
  return <AlarmsOfRecord of={of} />;
}

function LocationFacts({ location }: { location: ShownLocation }) {
  const t = useText();
  const kit = useKitText();
  const yesOrNo = (value: boolean) => kit(value ? 'actions.yes' : 'actions.no');
  return (
    <Facts
      items={[
        [t('columns.type'), t(`values.type.${location.type}`)],
        [t('columns.countMode'), t(`values.countMode.${location.countMode}`)],
        [t('fields.capacityDeclared'), location.capacityDeclared ?? '–'],
        [t('fields.maxHeightCm'), location.maxHeightCm ?? '–'],
        [
          t('columns.schedule'),
          location.schedule === null ? t('alwaysOpen') : <OpeningHours key="schedule" of={location.schedule} />,
        ],
        [t('fields.feeEn'), <bdi key="en">{location.feeEn ?? '–'}</bdi>],
        [t('fields.feeAr'), <bdi key="ar">{location.feeAr ?? '–'}</bdi>],
        [t('fields.publicNameEn'), <bdi key="nameEn">{location.publicNameEn ?? '–'}</bdi>],
        [t('fields.publicNameAr'), <bdi key="nameAr">{location.publicNameAr ?? '–'}</bdi>],
        [t('columns.publicSlots'), yesOrNo(location.publicSlots)],
        [t('fields.almostFullPct'), t('percent', { value: location.almostFullPct })],
        [t('fields.fullPct'), t('percent', { value: location.fullPct })],
        [t('fields.stuckHours'), location.stuckHours],
        [t('fields.ghostSeconds'), location.ghostSeconds],
        ...(location.countMode === 'slots' ? [] : [[t('fields.quietAt'), location.quietAt ?? '–'] as const]),
        [t('columns.forecast'), yesOrNo(location.forecast)],
        [t('fields.notes'), location.notes ?? '–'],
      ]}
    />
  );
}
