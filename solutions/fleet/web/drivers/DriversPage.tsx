import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { siteColumn, useSiteFilter } from '#core/places/web/parts.tsx';
import { formatList } from '#platform/web/i18n/formats.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { driverStates, type ShownDriver } from '../../common/drivers/driver.ts';
import { paperStates } from '../../common/vehicle/papers.ts';
import { vehicleAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { PapersChip } from '../list/PapersChip.tsx';
import { usePapersTexts } from '../list/use-papers-text.ts';
import { useText } from '../texts.ts';
import { DriverForm } from './DriverForm.tsx';

const { ago } = columnsFor<ShownDriver>();
const stateTones: Record<ShownDriver['state'], Tone> = { active: 'good', leave: 'none', blocked: 'problem' };

function useColumns(): Column<ShownDriver>[] {
  const t = useText();
  const papers = usePapersTexts();
  return useMemo(
    (): Column<ShownDriver>[] => [
      { field: 'name', names: true, width: 2, text: (row) => row.name, render: (row) => <bdi>{row.name}</bdi> },
      {
        field: 'state',
        width: 1,
        sortable: false,
        render: ({ state }) => <StatusChip value={state} field="driverState" namespace="fleet" tones={stateTones} />,
        text: ({ state }) => t(`values.driverState.${state}`),
      },
      {
        field: 'phone',
        width: 1,
        sortable: false,
        text: ({ phone }) => phone ?? undefined,
        render: ({ phone }) =>
          phone ? (
            <Anchor href={`tel:${phone}`} dir="ltr" inherit>
              {phone}
            </Anchor>
          ) : (
            '–'
          ),
      },
      {
        field: 'vehicles',
        width: 2,
        sortable: false,
        text: ({ vehicles }) => formatList(vehicles.map(({ name }) => name)),
        render: ({ vehicles }) =>
          vehicles.length === 0
            ? '–'
            : vehicles.map(({ id, name }, n) => (
                <span key={id}>
                  {n > 0 && ', '}
                  <Anchor component={Link} to={vehicleAddress(id)} inherit>
                    <bdi>{name}</bdi>
                  </Anchor>
                </span>
              )),
      },
      {
        field: 'papersUntil',
        width: 1,
        render: ({ papersUntil }) => <PapersChip until={papersUntil} />,
        text: ({ papersUntil }) => papers(papersUntil).text,
      },
      { ...siteColumn, sortable: false },
      { field: 'employeeNo', width: 1, sortable: false },
      { field: 'licenceExpires', width: 1, sortable: false, hidden: true },
      { field: 'emiratesIdExpires', width: 1, sortable: false, hidden: true },
      ago('createdAt', { hidden: true }),
    ],
    [t, papers],
  );
}

function useFilters(): FiltersOf<typeof api.driver.list> {
  const t = useText();
  const site = useSiteFilter();
  return useMemo(
    () => [
      {
        field: 'state',
        kind: 'select',
        options: driverStates.map((value) => ({ value, label: t(`values.driverState.${value}`) })),
      },
      { field: 'papers', kind: 'select', options: paperStates },
      { field: 'structureId', ...site },
    ],
    [t, site],
  );
}

/** The drivers with their licences, cards and usual vehicles. */
export function DriversPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { add, rowActions, bulkActions, panel } = useRowPanel<ShownDriver>(api.driver, {
    namespace: 'fleet',
    addLabel: t('addDriver'),
    form: (before, close) => <DriverForm before={before} onClose={close} />,
  });
  return (
    <>
      <ListPage
        of={api.driver}
        tabs={tabs}
        columns={useColumns()}
        filters={useFilters()}
        rowActions={rowActions}
        bulkActions={bulkActions}
        view="auto"
        exports
        action={add}
        empty="driver"
        emptyAction={add}
      />
      {panel}
    </>
  );
}
