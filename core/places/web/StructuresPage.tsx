import { Button, Group } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ImportButton } from '#platform/web/ui/import/ImportButton.tsx';
import type { ImportColumn } from '#platform/web/ui/import/match-columns.ts';
import { ago, type Column, link, number } from '#platform/web/ui/list/columns.tsx';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import type { Filter } from '#platform/web/ui/list/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { type Structure, structure, structureKinds } from '../common/structure.ts';
import { editStructureAddress, newStructureAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { ForCompany } from './ForCompany.tsx';
import { StructuresMap } from './StructuresMap.tsx';

/** The structures of a company, as rows or cards. */
export function StructuresPage() {
  return <ForCompany>{(companyId) => <Structures key={companyId} companyId={companyId} />}</ForCompany>;
}

const rowActions = [
  rowAction<Structure>('edit', {
    icon: IconPencil,
    access: structure.can('update'),
    to: (row) => editStructureAddress(row.id),
  }),
  { ...deleteRow, access: structure.can('delete') },
];

function Structures({ companyId }: { companyId: number }) {
  const params = useMemo(() => ({ companyId }), [companyId]);
  const filters = useStructureFilters(companyId);
  const columns = useColumns();
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'map' ? 'map' : 'list';
  const tabs = ['list', 'map'].map((value) => ({ value, label: t(`structureTabs.${value as 'list' | 'map'}`) }));
  const onTab = (value: string) => setSearch(value === 'map' ? { tab: value } : {});
  if (tab === 'map')
    return (
      <PageFrame tabs={tabs} tab={tab} onTab={onTab} action={<AddStructure />}>
        <StructuresMap companyId={companyId} />
      </PageFrame>
    );
  return (
    <ListPage
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      of={api.structure}
      params={params}
      table="places_structure_list"
      columns={columns}
      filters={filters}
      rowActions={rowActions}
      view="auto"
      exports
      action={
        <Group gap="xs">
          <ImportButton
            of={api.structureImport.structures}
            params={params}
            columns={importColumns}
            namespace="places"
          />
          <AddStructure />
        </Group>
      }
      emptyAction={<AddStructure />}
    />
  );
}

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

function AddStructure() {
  const t = useText();
  return (
    <Can access={structure.can('create')}>
      <Button component={Link} to={newStructureAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addStructure')}
      </Button>
    </Can>
  );
}

function useColumns(): Column<Structure>[] {
  const { label } = useLabels('places');
  const word = (row: Structure) => label(`values.kind.${row.kind}`);
  return [
    link<Structure>('name', '/core/structures/{id}'),
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
}

const named = (field: 'city' | 'area' | 'country' | 'parent'): Column<Structure> => ({
  field,
  width: 1,
  render: (row) => <bdi>{row[field]?.name ?? '–'}</bdi>,
  text: (row) => row[field]?.name,
});

/** Only values that some structure has are offered. */
function useStructureFilters(companyId: number): Filter[] {
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
