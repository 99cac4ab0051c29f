import { useMemo } from 'react';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { jobPriorities, jobStates, jobTypes, type ShownJob } from '../../common/jobs/job.ts';
import { isOver } from '../../common/jobs/stop.ts';
import { jobAddress } from '../addresses.ts';
import type { api } from '../api.ts';
import { useText } from '../texts.ts';
import { JobStateChip, usePlanText } from './job-parts.tsx';

const { ago } = columnsFor<ShownJob>();
export const liveJobs = { topics: ['fleet-jobs'] };

/** The columns of a list of jobs. */
export function useJobColumns(): Column<ShownJob>[] {
  const t = useText();
  const plan = usePlanText();
  return [
    {
      field: 'title',
      names: true,
      width: 2,
      sortable: false,
      to: ({ id }) => jobAddress(id),
      text: ({ title }) => title,
      render: ({ title }) => <bdi>{title}</bdi>,
    },
    { field: 'number', width: 1 },
    {
      field: 'state',
      width: 1,
      sortable: false,
      render: (row) => <JobStateChip job={row} />,
      text: ({ state }) => t(`values.jobState.${state}`),
    },
    { field: 'vehicle', width: 1, sortable: false, text: ({ vehicle }) => vehicle?.name },
    { field: 'driver', width: 1, sortable: false, text: ({ driver }) => driver?.name },
    { field: 'plannedFrom', name: 'planned', width: 2, text: plan, render: (row) => plan(row) || '–' },
    {
      field: 'stops',
      width: 1,
      sortable: false,
      text: ({ stops }) => `${stops.filter(({ state }) => isOver(state)).length}/${stops.length}`,
    },
    { field: 'customerName', width: 1, sortable: false, hidden: true },
    {
      field: 'priority',
      width: 1,
      sortable: false,
      hidden: true,
      text: ({ priority }) => t(`values.priority.${priority}`),
    },
    ago('createdAt', { hidden: true }),
  ];
}

export function useJobFilters(): FiltersOf<typeof api.job.list> {
  const t = useText();
  const site = useSiteFilter();
  return useMemo(
    () => [
      {
        field: 'state',
        kind: 'select',
        options: jobStates.map((value) => ({ value, label: t(`values.jobState.${value}`) })),
      },
      { field: 'late', kind: 'boolean' },
      {
        field: 'type',
        kind: 'select',
        options: jobTypes.map((value) => ({ value, label: t(`values.jobType.${value}`) })),
      },
      { field: 'priority', kind: 'select', options: jobPriorities },
      { field: 'structureId', ...site },
      { field: 'plannedFrom', kind: 'dateRange' },
    ],
    [t, site],
  );
}
