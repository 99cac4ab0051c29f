import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { listAddress } from '#core/device-app/web/parts.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { swam } from '../app.ts';
import type { PortfolioRow } from '../common/monitoring.ts';
import { OpenAlarms } from './OpenAlarms.tsx';
import { SolutionBadges } from './SolutionBadges.tsx';

const { cell, number } = columnsFor<PortfolioRow>();

/** The devices of a structure, by the first solution that it has. */
export const devicesOf = (row: Pick<PortfolioRow, 'id' | 'solutions'>, query = ''): string =>
  `${listAddress(swam, row.solutions[0]?.id)}?structureId=${row.id}${query}`;

const openCount = (row: PortfolioRow) => Object.values(row.alarms).reduce((sum, count) => sum + count, 0);

export const portfolioColumns = ({
  word,
  solution,
}: {
  word(severity: string): string;
  solution(id: number): string;
}): Column<PortfolioRow>[] => [
  {
    field: 'name',
    width: 2,
    to: (row) => devicesOf(row),
    render: (row) => (
      <Anchor component={Link} to={devicesOf(row)} fw={550} inherit tabIndex={-1}>
        <bdi>{row.name}</bdi>
      </Anchor>
    ),
  },
  cell('worst', SeverityChip, { width: 1, text: (row: PortfolioRow) => word(row.worst) }),
  { field: 'alarms', width: 1, render: (row) => <OpenAlarms row={row} />, text: openCount },
  number('devices'),
  number('online', { hidden: true }),
  number('offline'),
  number('lowBattery'),
  {
    field: 'solutions',
    width: 3,
    render: (row) => <SolutionBadges row={row} compact />,
    text: (row) => row.solutions.map((one) => `${solution(one.id)}: ${one.devices}`).join(' · '),
  },
];
