import { Button, Group } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { AnyRoute } from '#platform/common/route.ts';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ImportButton } from '#platform/web/ui/import/ImportButton.tsx';
import type { ImportColumn } from '#platform/web/ui/import/match-columns.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import type { ListViewProps } from '#platform/web/ui/list/list-view-props.ts';
import { deleteRow, deleteRows } from '#platform/web/ui/list/rows/delete-row.ts';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { type Structure, structure, structureKinds } from '../../common/structure.ts';
import { editStructureAddress, newStructureAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';

const { ago, link, number } = columnsFor<Structure>();

const bulkActions = [{ ...deleteRows, access: structure.can('delete') }];

/** The addresses to view, edit and add structures. */
export type StructureAddresses = { one: string; edit(id: number): string; add: string };
const own: StructureAddresses = {
  one: '/core/structures/{id}',
  edit: editStructureAddress,
  add: newStructureAddress,
};

/** The key of columns, filters and search, shared with the map. */
export const structureTable = 'places_structure_list';

/** A list and its add button, for the page that shows them. */
export type Listing<R extends AnyRoute> = { list: ListViewProps<R>; add: ReactNode };
type StructureList = RouteOf<typeof api.structure.list>;

const importColumns: readonly ImportColumn[] = [
  { field: 'name', required: true, example: 'Reem Tower' },
  { field: 'kind', words: structureKinds, example: 'tower' },
  { field: 'country', required: true, example: 'AE' },
  { field: 'city', example: 'Abu Dhabi' },
  { field: 'area', example: 'Al Reem Island' },
  { field: 'address', example: 'Street 12' },
  { field: 'latitude', example: '24.4979' },
  { field: 'longitude', example: '54.4056' },
  { field: 'parent', example: 'Reem Campus' },
];

/** The list of a company's structures, optionally of one kind. */
export function useStructureList(
  companyId: number,
  { kind, addresses = own }: { kind?: string | undefined; addresses?: StructureAddresses } = {},
): Listing<StructureList> {
  const t = useText();
  const { label } = useLabels('places');
  const params = useMemo(() => ({ companyId }), [companyId]);
  const fixed = useMemo(() => (kind ? { kind } : undefined), [kind]);
  const all = useStructureFilters(companyId);
  const filters = useMemo(() => (kind ? all.filter((one) => one.field !== 'kind') : all), [all, kind]);
  const rowActions = useMemo(
    () => [
      rowAction<Structure>('edit', {
        icon: IconPencil,
        access: structure.can('update'),
        to: (row) => addresses.edit(row.id),
      }),
      { ...deleteRow, access: structure.can('delete') },
    ],
    [addresses],
  );
  const word = (row: Structure) => label(`values.kind.${row.kind}`);
  const columns: Column<Structure>[] = [
    link('name', addresses.one),
    { field: 'kind', width: 1, render: word, text: word },
    named('city'),
    named('area'),
    { ...named('country'), hidden: true },
    { ...named('parent'), hidden: true },
    { field: 'address', width: 2, hidden: true, render: (row) => <bdi>{row.address || '–'}</bdi> },
    number('floors'),
    number('spaces'),
    number('innerStructures'),
    ago('createdAt', { hidden: true }),
  ];
  const add = (
    <Can access={structure.can('create')}>
      <Button component={Link} to={addresses.add} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addStructure')}
      </Button>
    </Can>
  );
  return {
    add: (
      <Group gap="xs">
        <ImportButton of={api.structureImport.structures} params={params} columns={importColumns} namespace="places" />
        {add}
      </Group>
    ),
    list: {
      of: api.structure,
      params,
      ...(fixed ? { fixed } : {}),
      table: structureTable,
      columns,
      filters,
      rowActions,
      bulkActions,
      view: 'auto',
      exports: true,
      empty: 'structure',
      emptyAction: add,
    },
  };
}

const named = (field: 'city' | 'area' | 'country' | 'parent'): Column<Structure> => ({
  field,
  width: 1,
  render: (row) => <bdi>{row[field]?.name ?? '–'}</bdi>,
  text: (row) => row[field]?.name,
});

/** The number of structures, in total and by kind; null while loading. */
export function useStructureKinds(companyId: number): { total: number; of(kind: string): number } | null {
  const { data } = useData(api.structure.meta, { params: { companyId } }, { silent: true });
  if (!data) return null;
  return { total: data.total, of: (kind) => data.kinds.find((one) => one.kind === kind)?.structures ?? 0 };
}

/** The cities and areas that occur in a company's structures, as options of filters; none without a company. */
export function usePlaceFilters(companyId: number | undefined) {
  const { data } = useData(
    api.structure.meta,
    { params: { companyId: companyId ?? 0 } },
    { silent: true, enabled: companyId !== undefined },
  );
  return useMemo(() => {
    const options = (found: readonly { id: number; name: string }[] = []) =>
      found.map(({ id, name }) => ({ value: String(id), label: name }));
    return { cities: options(data?.cities), areas: options(data?.areas) };
  }, [data]);
}

/** The filters of structures, with the values that occur. */
function useStructureFilters(companyId: number): FiltersOf<typeof api.structure.list> {
  const meta = useData(api.structure.meta, { params: { companyId } }, { silent: true });
  return useMemo(() => {
    const options = (found: readonly { id: number; name: string }[] = []) =>
      found.map(({ id, name }) => ({ value: String(id), label: name }));
    return [
      { field: 'kind', kind: 'select', options: structureKinds },
      { field: 'countryId', kind: 'select', options: options(meta.data?.countries) },
      { field: 'cityId', kind: 'select', options: options(meta.data?.cities) },
      { field: 'areaId', kind: 'select', options: options(meta.data?.areas) },
    ];
  }, [meta.data]);
}
