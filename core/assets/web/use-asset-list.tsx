import { Group } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { SiteLink } from '#core/places/web/parts.tsx';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useRowAttachments } from '#platform/web/ui/attachments/row-attachments.tsx';
import { ImportButton } from '#platform/web/ui/import/ImportButton.tsx';
import type { ImportColumn } from '#platform/web/ui/import/match-columns.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import type { ListViewProps } from '#platform/web/ui/list/list-view-props.ts';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { assetStatuses, type ShownAsset } from '../common/asset.ts';
import { AssetPanel } from './AssetPanel.tsx';
import { api, useText } from './api.ts';

const { ago, cell, code, link } = columnsFor<ShownAsset>();

const filters: FiltersOf<typeof api.asset.list> = [
  { field: 'status', kind: 'select', options: assetStatuses },
  { field: 'createdAt', kind: 'dateRange' },
];

const importColumns: readonly ImportColumn[] = [
  { field: 'code', required: true, example: 'P-104' },
  { field: 'name', required: true, example: 'Fire pump 2' },
  { field: 'type', required: true, example: 'Pump' },
  { field: 'status', words: assetStatuses, example: 'in-use' },
  { field: 'structure', example: 'Reem Tower' },
  { field: 'floor', example: 'B1' },
  { field: 'space', example: 'Pump room' },
  { field: 'purchasedAt', example: '2026-03-05' },
  { field: 'description', example: 'Serviced every spring' },
];

/** The list of a company's assets, or of one type, with its add button and side panel. */
export function useAssetList(
  companyId: number,
  type: string | undefined,
): { list: ListViewProps<RouteOf<typeof api.asset.list>>; add: ReactNode; panel: ReactNode } {
  const t = useText();
  const params = useMemo(() => ({ companyId }), [companyId]);
  const fixed = useMemo(() => (type ? { type } : {}), [type]);
  const columns = useColumns();
  const documents = useRowAttachments<ShownAsset>(api.attachment, params);
  const actions = useMemo(() => [documents.action], [documents.action]);
  const { add, rowActions, bulkActions, panel } = useRowPanel<ShownAsset>(api.asset, {
    params,
    actions,
    namespace: 'assets',
    addLabel: t('addAsset'),
    form: (before, close) => <AssetPanel companyId={companyId} before={before} type={type} onClose={close} />,
  });
  return {
    add: (
      <Group gap="xs">
        <ImportButton of={api.asset.import} params={params} columns={importColumns} namespace="assets" />
        {add}
      </Group>
    ),
    panel: (
      <>
        {panel}
        {documents.panel}
      </>
    ),
    list: {
      of: api.asset,
      params,
      fixed,
      columns,
      filters,
      rowActions,
      bulkActions,
      view: 'auto',
      exports: true,
      empty: 'asset',
      emptyAction: add,
    },
  };
}

function useColumns(): Column<ShownAsset>[] {
  const { label } = useLabels('assets');
  const within = (row: ShownAsset) => [row.floor, row.space].flatMap((place) => place?.name ?? []);
  const place = (row: ShownAsset) => [row.structure?.name, ...within(row)].filter(Boolean).join(' · ');
  return [
    { field: 'name', width: 2, render: (row) => <bdi>{row.name}</bdi> },
    link('type', '/core/assets/list/{type}', { width: 1 }),
    code('code'),
    cell('status', StatusChip, { width: 1, text: (row: ShownAsset) => label(`values.status.${row.status}`) }),
    { field: 'structure', width: 2, render: (row) => <Place row={row} within={within(row)} />, text: place },
    ago('createdAt', { hidden: true }),
  ];
}

const Place = ({ row, within }: { row: ShownAsset; within: readonly string[] }) => (
  <bdi>
    <SiteLink site={row.structure} inRow />
    {within.map((name) => ` · ${name}`).join('')}
  </bdi>
);
