import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { PortfolioRow } from '#core/device-app/common/portfolio.ts';
import { toneOf } from '#core/device-app/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { swam } from '../app.ts';
import { api, useText } from './api.ts';
import { ChosenSite } from './ChosenSite.tsx';
import { StructureState } from './StructureState.tsx';
import classes from './Swam.module.css';
import { useSiteSearch } from './use-site-search.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

const thisMonth = 4;
const maxDays = 370;
const shown = 100;

/** The sites as a list and a map, and one of them in detail. The address keeps the site and the period. */
export function SitesAtAGlancePage() {
  const t = useText();
  const tabs = useGroupTabs();
  const [params] = useSearchParams();
  const { chosen, period, choose } = usePeriod({ initial: thisMonth, maxDays });
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchMs);
  const { portfolio } = api.analysis;
  const query = useData(
    portfolio,
    { list: { limit: shown, ...(search ? { search } : {}) } },
    { silent: true, placeholderData: (before) => before },
  );
  useLiveRefetch(['alarms', 'devices'], portfolio.keyPrefix);
  const rows = query.data?.data ?? [];
  const id = Number(params.get('site')) || null;
  return (
    <PageFrame
      tabs={tabs}
      tab={`${swam.web}/analysis/structure-portfolio`}
      action={<ViewSwitch view="site" />}
      toolbar={<PeriodSelector value={chosen} onChange={choose} maxDays={maxDays} />}
    >
      <div className={classes.sides} data-chosen={id !== null || undefined}>
        <div>
          <TextInput
            aria-label={t('portfolio.find')}
            placeholder={t('portfolio.find')}
            value={typed}
            maxLength={100}
            leftSection={<IconSearch size={iconSizes.md} aria-hidden />}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {query.data ? <SiteRows rows={rows} current={id} /> : <QueryBoundary of={query} />}
          <SitesMap rows={rows} />
        </div>
        <div>
          {id !== null ? (
            <ChosenSite key={id} id={id} period={period} />
          ) : query.isLoading ? (
            <Skeleton h={sizes.chart} radius="lg" />
          ) : (
            <Panel>
              <EmptyState drawing="map" title={t('portfolio.choose')} text={t('portfolio.chooseText')} />
            </Panel>
          )}
        </div>
      </div>
    </PageFrame>
  );
}

function SiteRows({ rows, current }: { rows: readonly PortfolioRow[]; current: number | null }) {
  const searchOf = useSiteSearch();
  return (
    <ul className={classes.sites}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            to={searchOf(row.id)}
            preventScrollReset
            className={classes.site}
            aria-current={row.id === current ? 'true' : undefined}
          >
            <bdi>{row.name}</bdi>
            <StructureState row={row} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SitesMap({ rows }: { rows: readonly PortfolioRow[] }) {
  const t = useText();
  const searchOf = useSiteSearch();
  const [, setParams] = useSearchParams();
  const points = useMemo(
    () =>
      rows.flatMap((row) => (row.location ? [{ id: row.id, name: row.name, ...row.location, tone: toneOf(row) }] : [])),
    [rows],
  );
  if (points.length === 0) return null;
  return (
    <div className={classes.map}>
      <WorldMap
        fills
        label={t('portfolio.views.site')}
        focus={points}
        points={points}
        onPoint={(id) => setParams(new URLSearchParams(searchOf(id)), { preventScrollReset: true })}
      />
    </div>
  );
}
