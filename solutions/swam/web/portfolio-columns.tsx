import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import {
  openAlarmsOfRow,
  type PortfolioRow,
  portfolioState,
  type portfolioStates,
} from '#core/device-app/common/portfolio.ts';
import { allDevicesAddress } from '#core/device-app/web/parts.tsx';
import { siteAddress } from '#core/places/web/parts.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { swam } from '../app.ts';
import { OpenAlarms } from './OpenAlarms.tsx';
import { SiteUsage } from './SiteUsage.tsx';
import { SolutionBadges } from './SolutionBadges.tsx';
import { StructureState } from './StructureState.tsx';

const { number } = columnsFor<PortfolioRow>();

/** The address of a structure's devices of all solutions. */
export const structureDevicesAddress = (row: Pick<PortfolioRow, 'id'>, query = ''): string =>
  `${allDevicesAddress(swam)}?structureId=${row.id}${query}`;

export const portfolioColumns = ({
  stateText,
  solutionName,
  customers,
}: {
  stateText(state: (typeof portfolioStates)[number]): string;
  solutionName(id: number): string;
  /** Whether the list shows structures of several companies. */
  customers: boolean;
}): Column<PortfolioRow>[] => [
  {
    field: 'name',
    width: 2,
    to: (row) => siteAddress(row.id),
    render: (row) => (
      <Anchor component={Link} to={siteAddress(row.id)} fw={550} inherit tabIndex={-1}>
        <bdi>{row.name}</bdi>
      </Anchor>
    ),
  },
  ...(customers ? [{ field: 'company', width: 1 } as const] : []),
  {
    field: 'worst',
    width: 1,
    render: (row) => <StructureState row={row} />,
    text: (row) => stateText(portfolioState(row)),
  },
  { field: 'alarms', width: 1, render: (row) => <OpenAlarms row={row} />, text: openAlarmsOfRow },
  number('devices'),
  number('online', { hidden: true }),
  number('sleeping', { hidden: true }),
  number('offline'),
  number('lowBattery'),
  {
    field: 'consumption',
    width: 2,
    render: (row) => <SiteUsage consumption={row.consumption} />,
    text: (row) => row.consumption.map(({ amount, unit }) => `${Math.round(amount)} ${unit}`).join(' · '),
    sortable: false,
  },
  {
    field: 'solutions',
    hidden: true,
    width: 3,
    render: (row) => <SolutionBadges row={row} compact />,
    text: (row) => row.solutions.map((count) => `${solutionName(count.id)}: ${count.devices}`).join(' · '),
  },
];
