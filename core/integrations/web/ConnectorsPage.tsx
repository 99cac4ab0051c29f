import { Button, Group } from '@mantine/core';
import { IconBell, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import type { Access } from '#platform/common/access.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { connectorClass } from '../common/alarms.ts';
import type { Connector } from '../common/connector.ts';
import { alarmsAddress, api, groupsAddress, useText } from './api.ts';
import { StateChip, useStateText } from './ConnectorStates.tsx';
import { NewConnectorPanel } from './NewConnectorPanel.tsx';
import { useConnectorKinds } from './use-connector-kinds.ts';

const { ago, link, number } = columnsFor<Connector>();
const live = {
  topics: ['alarms'],
  about: ({ data }: { data: unknown }) => (data as { class?: string }).class === connectorClass,
};
const rowActions = [{ ...deleteRow, access: api.connector.remove.route.access }];

/** The connectors of the selected company. */
export function ConnectorsPage() {
  return <ForCompany>{(companyId) => <Connectors key={companyId} companyId={companyId} />}</ForCompany>;
}

function Connectors({ companyId }: { companyId: number }) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const { options } = useConnectorKinds();
  const filters = useMemo(
    (): FiltersOf<typeof api.connector.list> => [{ field: 'kind', kind: 'select', options }],
    [options],
  );
  const columns = useColumns();
  const add = (
    <Can access={api.connector.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setAdding(true)}>
        {t('connector.add')}
      </Button>
    </Can>
  );
  const alarms = (
    <LinkButton access={api.alarm.live.route.access} to={alarmsAddress} icon={IconBell} label={t('tabs.alarms')} />
  );
  const groups = (
    <LinkButton
      access={api.notificationGroup.list.route.access}
      to={groupsAddress}
      icon={IconUsersGroup}
      label={t('tabs.groups')}
    />
  );
  return (
    <>
      <ListPage
        of={api.connector}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        action={
          <Group gap="xs">
            {alarms}
            {groups}
            {add}
          </Group>
        }
        live={live}
        empty="connector"
        emptyAction={add}
        exports
      />
      {adding && <NewConnectorPanel onClose={() => setAdding(false)} />}
    </>
  );
}

function useColumns(): Column<Connector>[] {
  const state = useStateText();
  const { labelOf } = useConnectorKinds();
  const { number: shown } = useFormats();
  return useMemo(() => {
    const kind = (row: Connector) => labelOf(row.kind);
    return [
      link('name', '/core/connectors/{id}'),
      { field: 'kind', width: 1, render: kind, text: kind },
      {
        field: 'enabled',
        width: 1,
        render: (row) => <StateChip connector={row} />,
        text: state,
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
  }, [state, labelOf, shown]);
}

type LinkProps = { access: Access; to: string; icon: typeof IconBell; label: string };

/** Leads to a page about all connectors. */
function LinkButton({ access, to, icon: Icon, label }: LinkProps) {
  return (
    <Can access={access}>
      <Button variant="default" component={Link} to={to} leftSection={<Icon size={iconSizes.md} aria-hidden />}>
        {label}
      </Button>
    </Can>
  );
}
