import { useMemo } from 'react';
import { type PortfolioRow, portfolioStates } from '#core/device-app/common/portfolio.ts';
import { useSolutionName } from '#core/device-app/web/parts.tsx';
import { structureKinds } from '#core/places/common/structure.ts';
import { usePlaceFilters } from '#core/places/web/parts.tsx';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { selectedCustomer } from '#platform/web/session/session-store.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { swam } from '../app.ts';
import { api } from './api.ts';
import { PortfolioCard } from './PortfolioCard.tsx';
import { portfolioColumns } from './portfolio-columns.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';

const steady = { held: false };
const live = { topics: ['alarms', 'devices'] };

const stateText = (state: (typeof portfolioStates)[number], label: (key: string) => string): string =>
  state === 'none'
    ? label('portfolio.noDevices')
    : state === 'fine'
      ? label('portfolio.fine')
      : label(`values.severity.${state}`);

/** The structures with their devices, open alarms and consumption, the worst first. */
export function PortfolioPage() {
  const { label } = useLabels('swam');
  const nameOf = useSolutionName(swam);
  const tabs = useGroupTabs();
  const { customers } = useMe();
  // While no customer is selected the list shows the structures of all.
  const several = customers.length > 0 && selectedCustomer() === null;
  const columns = useMemo(
    () =>
      portfolioColumns({
        stateText: (state) => stateText(state, label),
        solutionName: nameOf,
        customers: several,
      }),
    [label, nameOf, several],
  );
  return (
    <ListPage
      tabs={tabs}
      action={<ViewSwitch view="list" />}
      of={{ list: api.analysis.portfolio }}
      table="swam_analysis_portfolio"
      columns={columns}
      filters={usePortfolioFilters(several)}
      view="auto"
      card={(row: PortfolioRow) => <PortfolioCard row={row} />}
      empty="analysis"
      exports
      steady={steady}
      live={live}
    />
  );
}

function usePortfolioFilters(several: boolean): FiltersOf<typeof api.analysis.portfolio> {
  const { label } = useLabels('swam');
  const places = useLabels('places');
  const { company, customers } = useMe();
  const { cities, areas } = usePlaceFilters(several ? undefined : company?.id);
  return useMemo(
    () => [
      ...(several
        ? [
            {
              field: 'companyId',
              kind: 'select',
              options: customers.map(({ id, name }) => ({ value: String(id), label: name })),
            } as const,
          ]
        : []),
      {
        field: 'worst',
        kind: 'select',
        options: [...portfolioStates].reverse().map((value) => ({ value, label: stateText(value, label) })),
      },
      {
        field: 'kind',
        kind: 'select',
        options: structureKinds.map((value) => ({ value, label: places.label(`values.kind.${value}`) })),
      },
      ...(cities.length > 0 ? [{ field: 'cityId', kind: 'select', options: cities } as const] : []),
      ...(areas.length > 0 ? [{ field: 'areaId', kind: 'select', options: areas } as const] : []),
    ],
    [several, customers, cities, areas, label, places.label],
  );
}
