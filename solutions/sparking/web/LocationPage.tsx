import { Button, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { layout } from '#core/layouts/common/layout.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { HistoryLines } from '#platform/web/ui/history/History.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { location as entity, type ShownLocation } from '../common/location.ts';
import { editLocationAddress, locationsAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { BaysTab } from './BaysTab.tsx';
import { ChecksTab } from './checks/ChecksTab.tsx';
import { FillBar } from './FillBar.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { PublicPanel } from './PublicPanel.tsx';
import { PlanTab } from './plan/PlanTab.tsx';
import { RemoveLocation } from './RemoveLocation.tsx';

const tabNames = ['plan', 'groups', 'bays', 'check', 'settings', 'history'] as const;

/** A car park: how full it is, its groups, bays, settings and history. */
export function LocationPage() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const params = { id: Number(useParams().id) };
  const query = useData(api.location.get, { params });
  const seesHistory = usePermitted(entity.can('history'));
  const seesPlans = usePermitted(layout.can('read'));
  const location = query.data;
  const parents = [{ label: t('pages.locations-list'), to: locationsAddress }];
  if (!location)
    return (
      <PageFrame parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  const shown = tabNames.filter((name) => (name !== 'history' || seesHistory) && (name !== 'plan' || seesPlans));
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
            leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
          >
            {t('editLocation')}
          </Button>
        </Can>
      }
    >
      <Stack gap="md">
        <Panel>
          <FillBar of={location} />
        </Panel>
        {tab === 'plan' && <PlanTab locationId={location.id} />}
        {tab === 'groups' && <GroupsTab locationId={location.id} />}
        {tab === 'bays' && <BaysTab locationId={location.id} />}
        {tab === 'check' && <ChecksTab locationId={location.id} />}
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

function LocationFacts({ location }: { location: ShownLocation }) {
  const t = useText();
  return (
    <Facts
      items={[
        [t('columns.type'), t(`values.type.${location.type}`)],
        [t('columns.countMode'), t(`values.countMode.${location.countMode}`)],
        [t('fields.capacityDeclared'), location.capacityDeclared ?? '–'],
        [
          t('fields.maxHeightCm'),
          location.maxHeightCm === null ? '–' : t('centimetres', { value: location.maxHeightCm }),
        ],
        [t('fields.feeEn'), <bdi key="en">{location.feeEn ?? '–'}</bdi>],
        [t('fields.feeAr'), <bdi key="ar">{location.feeAr ?? '–'}</bdi>],
        [t('fields.almostFullPct'), t('percent', { value: location.almostFullPct })],
        [t('fields.fullPct'), t('percent', { value: location.fullPct })],
        [t('fields.notes'), location.notes ?? '–'],
      ]}
    />
  );
}
