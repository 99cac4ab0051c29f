import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AddDevice } from '#core/device-app/web/parts.tsx';
import { siteColumn, useSiteFilter } from '#core/places/web/parts.tsx';
import { formatList } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { defcon } from '../../app.ts';
import type { Panel } from '../../common/panel/panel.ts';
import { groupStates, services } from '../../common/panel/words.ts';
import { panelAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { serviceTones } from '../tones.ts';
import { GroupChips } from './GroupChips.tsx';
import { LinkForm } from './LinkForm.tsx';
import { useGroupName } from './names.ts';
import { ResultOfOrder } from './ResultOfOrder.tsx';
import { TroubleChips } from './TroubleChips.tsx';
import { type OrderResult, useBulkOrders } from './use-bulk-orders.tsx';

const { ago, link, number } = columnsFor<Panel>();
const live = {
  topics: (rows: Panel[]) => ['alarms', 'panel-assignments', ...rows.map(({ id }) => `panel:${id}`)],
};

/** Opens the form that links a panel, and then its page. */
function LinkPanel() {
  const t = useText();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  return (
    <Can access={api.panel.link.route.access}>
      <Button onClick={() => setOpened(true)} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('linking.title')}
      </Button>
      {opened && <LinkForm onLinked={({ id }) => navigate(panelAddress(id))} onClose={() => setOpened(false)} />}
    </Can>
  );
}

/** The control panels with the state of their groups. */
export function PanelsPage() {
  const tabs = useGroupTabs();
  const site = useSiteFilter();
  const filters: FiltersOf<typeof api.panel.list> = [
    { field: 'groupState', kind: 'select', options: groupStates },
    { field: 'service', kind: 'select', options: services },
    { field: 'troubled', kind: 'boolean' },
    { field: 'structureId', ...site },
  ];
  const { bulkActions, results, dialogs } = useBulkOrders();
  const columns = usePanelColumns(results);
  return (
    <>
      <ListPage
        tabs={tabs}
        of={api.panel}
        columns={columns}
        filters={filters}
        bulkActions={bulkActions}
        exports
        action={<LinkPanel />}
        live={live}
        empty="panel"
        emptyAction={<AddDevice apps={[defcon]} />}
      />
      {dialogs}
    </>
  );
}

/** `results`: those of orders to several panels, below the states of their groups. */
function usePanelColumns(results: ReadonlyMap<number, OrderResult>): Column<Panel>[] {
  const t = useText();
  const nameOf = useGroupName();
  return [
    link('name', '/ProTect/panels/details/{id}'),
    {
      field: 'groups',
      sortable: false,
      width: 3,
      render: ({ id, groups }) => (
        <>
          <GroupChips groups={groups} />
          <ResultOfOrder result={results.get(id)} />
        </>
      ),
      text: ({ groups }) => formatList(groups.map((one) => `${nameOf(one)}: ${t(`values.groupState.${one.state}`)}`)),
    },
    number('openAlarms', { width: 1 }),
    {
      field: 'troubles',
      sortable: false,
      width: 2,
      render: ({ troubles }) => <TroubleChips troubles={troubles} />,
      text: ({ troubles }) => formatList(troubles.map((one) => t(`values.trouble.${one}`))),
    },
    {
      field: 'service',
      sortable: false,
      width: 1,
      render: ({ service }) => <StatusChip value={service} field="service" tones={serviceTones} />,
      text: ({ service }) => t(`values.service.${service}`),
    },
    { ...siteColumn, sortable: false, width: 1 },
    ago('lastEventAt', { width: 1 }),
    number('openZones', { width: 1, sortable: false, hidden: true }),
    number('zones', { width: 1, sortable: false, hidden: true }),
    { field: 'serial', sortable: false, hidden: true },
  ];
}
