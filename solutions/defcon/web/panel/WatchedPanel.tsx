import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { premisesFile } from '../../common/premises/premises-file.ts';
import { panelsAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { EventsTab } from '../parts/EventsTab.tsx';
import { UsersTab } from '../parts/UsersTab.tsx';
import { ZonesTab } from '../parts/ZonesTab.tsx';
import { PremisesTab } from '../premises/PremisesTab.tsx';
import { useText } from '../texts.ts';
import { GroupTiles } from './GroupTiles.tsx';
import { PanelFacts } from './PanelFacts.tsx';

const tabs = ['overview', 'zones', 'users', 'callList', 'history'] as const;

/** A panel of another company, which its security company watches: without what belongs to the device. */
export function WatchedPanel({ id }: { id: number }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const query = useData(api.panel.get, { params: { id } });
  const panel = query.data;
  const site = panel?.structure?.id;
  const readsFile = usePermitted(premisesFile.can('read'), { resource: null });
  const shown = tabs.filter((one) => one !== 'callList' || (readsFile && site !== undefined));
  const tab = shown.find((one) => one === params.get('tab')) ?? 'overview';
  return (
    <PageFrame
      title={panel?.name ?? t('pages.panels-details-id')}
      parents={[{ label: t('pages.panels-list'), to: panelsAddress }]}
      tabs={shown.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => setParams({ tab: value })}
    >
      {panel ? (
        <>
          {tab === 'overview' && (
            <Stack>
              <GroupTiles panel={panel} watched />
              <PanelFacts panel={panel} watched />
            </Stack>
          )}
          {tab === 'zones' && <ZonesTab panelId={id} />}
          {tab === 'users' && <UsersTab panelId={id} />}
          {tab === 'callList' && site !== undefined && (
            <PremisesTab structureId={site} companyId={panel.companyId} watched />
          )}
          {tab === 'history' && <EventsTab panelId={id} />}
        </>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
