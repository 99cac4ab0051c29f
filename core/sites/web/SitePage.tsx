import { Button } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { AssetsOfStructure, addFloorsAddress } from '#core/assets/web/parts.tsx';
import { PlansPanel } from '#core/layouts/web/parts.tsx';
import { floor } from '#core/places/common/floor.ts';
import type { Structure } from '#core/places/common/structure.ts';
import {
  FloorsPanel,
  InnerStructuresPanel,
  SpacesPanel,
  StructureActions,
  StructureFacts,
  StructureFromAddress,
  StructureMap,
  siteAddress,
  structuresAddress,
} from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { InSiteZone, SiteZoneNotice } from '#platform/web/ui/page/InSiteZone.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Site } from '../common/site.ts';
import { api, useText } from './api.ts';
import { SiteDevices } from './SiteDevices.tsx';
import { SiteOverview } from './SiteOverview.tsx';
import { SiteChip } from './SiteState.tsx';
import classes from './Sites.module.css';

const tabs = ['overview', 'devices', 'alarms', 'plans', 'rooms', 'details'] as const;
type Tab = (typeof tabs)[number];

/** The page of a site: its state first, then its devices, alarms, plans, rooms and master data. */
export function SitePage() {
  return (
    <StructureFromAddress>
      {(structure) => (
        <InSiteZone zone={structure.zone}>
          <LoadedSite key={structure.id} structure={structure} />
        </InSiteZone>
      )}
    </StructureFromAddress>
  );
}

function LoadedSite({ structure }: { structure: Structure }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'overview';
  const query = useData(api.site.read, { params: { id: structure.id } }, { silent: true });
  useLiveRefetch(['alarms', 'devices'], api.site.read.keyPrefix);
  const counts: Partial<Record<Tab, number>> = query.data
    ? { devices: query.data.devices, alarms: Object.values(query.data.alarms).reduce((sum, count) => sum + count, 0) }
    : {};
  const { parent } = structure;
  return (
    <PageFrame
      title={structure.name}
      badge={query.data && <SiteChip site={query.data} />}
      parents={[
        { label: t('sites'), to: structuresAddress },
        ...(parent ? [{ label: parent.name, to: siteAddress(parent.id) }] : []),
      ]}
      action={<TabActions tab={tab} structure={structure} />}
      toolbar={<SiteZoneNotice zone={structure.zone} />}
      tabs={tabs.map((value) => {
        const count = counts[value];
        return { value, label: t(`tabs.${value}`), ...(count === undefined ? {} : { count }) };
      })}
      tab={tab}
      // Filters are not kept: they belong to one list.
      onTab={(value) => setParams(value === 'overview' ? {} : { tab: value }, { preventScrollReset: true })}
    >
      {query.data ? <TabContent tab={tab} structure={structure} site={query.data} /> : <QueryBoundary of={query} />}
    </PageFrame>
  );
}

function TabActions({ tab, structure }: { tab: Tab; structure: Structure }) {
  const t = useText();
  if (tab === 'rooms')
    return (
      <Can access={floor.can('create')}>
        <Button
          variant="default"
          component={Link}
          to={addFloorsAddress(structure.id)}
          leftSection={<IconStairsUp size={iconSizes.md} aria-hidden />}
        >
          {t('addFloors')}
        </Button>
      </Can>
    );
  return tab === 'overview' || tab === 'details' ? <StructureActions structure={structure} /> : null;
}

function TabContent({ tab, structure, site }: { tab: Tab; structure: Structure; site: Site }) {
  if (tab === 'overview') return <SiteOverview structure={structure} site={site} />;
  if (tab === 'devices') return <SiteDevices site={site} />;
  if (tab === 'alarms') return <SiteAlarms id={site.id} />;
  if (tab === 'plans') return <PlansPanel structure={structure} all />;
  if (tab === 'details')
    return (
      <div className={classes.columns}>
        <StructureFacts structure={structure} />
        <StructureMap structure={structure} />
      </div>
    );
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <FloorsPanel structure={structure} />
        <SpacesPanel structure={structure} />
      </div>
      <div className={classes.column}>
        <InnerStructuresPanel structure={structure} />
        <AssetsOfStructure structure={structure} />
      </div>
    </div>
  );
}

function SiteAlarms({ id }: { id: number }) {
  const of = useMemo(() => ({ structureId: id }), [id]);
  return <AlarmsOfRecord of={of} />;
}
