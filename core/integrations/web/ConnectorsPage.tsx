import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Connector, connectorKinds } from '../common/connector.ts';
import { api, useText } from './api.ts';
import { NewConnectorPanel } from './NewConnectorPanel.tsx';

const { ago, link, number } = columnsFor<Connector>();
const rowActions = [{ ...deleteRow, access: api.connector.remove.route.access }];

/** The connectors of the selected company. */
export function ConnectorsPage() {
  return <ForCompany>{(companyId) => <Connectors key={companyId} companyId={companyId} />}</ForCompany>;
}

function Connectors({ companyId }: { companyId: number }) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const columns = useColumns();
  const add = (
    <Can access={api.connector.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setAdding(true)}>
        {t('connector.add')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage
        of={api.connector}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        action={add}
        empty="connector"
        emptyAction={add}
        exports
      />
      {adding && <NewConnectorPanel onClose={() => setAdding(false)} />}
    </>
  );
}

const filters = [
  {
    field: 'kind',
    kind: 'select',
    options: connectorKinds.map((value) => ({ value, textKey: `values.kind.${value}` })),
  },
] as const;

function useColumns(): Column<Connector>[] {
  const t = useText();
  const { label } = useLabels('integrations');
  const { number: shown } = useFormats();
  return useMemo(() => {
    const kind = (row: Connector) => label(`values.kind.${row.kind}`);
    return [
      link('name', '/core/connectors/{id}'),
      { field: 'kind', width: 1, render: kind, text: kind },
      {
        field: 'enabled',
        width: 1,
        render: ({ enabled }) => <ToneChip tone={enabled ? 'good' : 'none'}>{t(enabled ? 'on' : 'off')}</ToneChip>,
        text: ({ enabled }) => t(enabled ? 'on' : 'off'),
      },
      number('devices'),
      {
        field: 'unknown',
        width: 1,
        render: ({ unknown }) => (unknown > 0 ? <ToneChip tone="poor">{shown(unknown)}</ToneChip> : shown(0)),
        text: ({ unknown }) => shown(unknown),
      },
      ago('lastMessageAt', { width: 1 }),
    ];
  }, [t, label, shown]);
}
