import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { NewestEvents } from '#core/access/web/parts.tsx';
import { OpenAlarms } from '#core/alarms/web/parts.tsx';
import { addDeviceAddress, listAddress, useSolutionName } from '#core/device-app/web/parts.tsx';
import { addAccess } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { PlacesMap } from '#core/tracking/web/parts.tsx';
import type { ReplyOf } from '#platform/common/route.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import { metrowatch } from '../app.ts';
import type { solutionOverviewRoutes } from '../common/analyses.ts';
import { api } from './api.ts';
import classes from './Dashboard.module.css';
import { useText } from './texts.ts';

type Tile = ReplyOf<(typeof solutionOverviewRoutes)['info']>[number];
const newestEvents = 50;

/** All devices at a glance: by type, what needs attention, who opened what, and where they are. */
export function DevicesDashboardPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const query = useData(api.overview.info);
  useLiveRefetch(['devices', 'access'], api.overview.info.key());
  return (
    <PageFrame tabs={tabs}>
      {!query.data ? (
        <QueryBoundary of={query} />
      ) : query.data.length === 0 ? (
        <EmptyState
          title={t('dashboard.empty.title')}
          text={t('dashboard.empty.text')}
          action={
            <Can access={addAccess(metrowatch.id)}>
              <Button
                component={Link}
                to={addDeviceAddress(metrowatch)}
                leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
              >
                {t('dashboard.empty.title')}
              </Button>
            </Can>
          }
        />
      ) : (
        <Dashboard tiles={query.data} />
      )}
    </PageFrame>
  );
}

function Dashboard({ tiles }: { tiles: readonly Tile[] }) {
  const t = useText();
  return (
    <Stack>
      <div className={classes.tiles}>
        {tiles.map((tile) => (
          <TypeTile key={tile.solutionId} tile={tile} />
        ))}
      </div>
      <div className={classes.columns}>
        <Stack>
          <Panel title={t('dashboard.alarms')}>
            <OpenAlarms app={metrowatch.id} />
          </Panel>
          <Panel title={t('dashboard.map')}>
            <div className={classes.map}>
              <PlacesMap calls={api.tracking} addressOf={(device) => deviceAddress(metrowatch, device)} />
            </div>
          </Panel>
        </Stack>
        <NewestEvents shown={newestEvents} />
      </div>
    </Stack>
  );
}

function TypeTile({ tile }: { tile: Tile }) {
  const t = useText();
  const { number } = useFormats();
  const nameOf = useSolutionName(metrowatch);
  const list = listAddress(metrowatch, tile.solutionId);
  const problems = [
    { key: 'offline', count: tile.offline, tone: 'poor', to: `${list}?connection=offline` },
    { key: 'lowBattery', count: tile.lowBattery, tone: 'poor', to: `${list}?battery[max]=19` },
    { key: 'replaceSoon', count: tile.replaceSoon, tone: 'poor', to: `${list}?replaceSoon=true` },
    { key: 'jammed', count: tile.jammed, tone: 'problem', to: `${list}?lockState=jammed` },
    { key: 'unlocked', count: tile.unlocked, tone: undefined, to: `${list}?lockState=unlocked` },
  ] as const;
  return (
    <Panel>
      <WidgetFigures>
        <WidgetFigure
          name={nameOf(tile.solutionId)}
          value={number(tile.devices)}
          to={list}
          note={t('dashboard.online', { online: number(tile.online), sleeping: number(tile.sleeping) })}
        />
        {problems
          .filter(({ count }) => count > 0)
          .map(({ key, count, tone, to }) => (
            <WidgetFigure key={key} name={t(`dashboard.${key}`)} value={number(count)} tone={tone} to={to} />
          ))}
      </WidgetFigures>
    </Panel>
  );
}
