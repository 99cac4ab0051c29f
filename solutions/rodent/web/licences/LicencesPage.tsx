import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { SiteLink, useSiteFilter } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useRowAttachments } from '#platform/web/ui/attachments/row-attachments.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import type { Column } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ShownLicence } from '../../common/licence.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { LicenceForm } from './LicenceForm.tsx';
import { licenceTones, stateUntil } from './licence-state.ts';

const noParams = {};

/** The licences of those who look after traps, those that end first at the top. */
export function LicencesPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const site = useSiteFilter();
  const { date, zone } = useFormats();
  const filters: FiltersOf<typeof api.licence.list> = [
    { field: 'structureId', ...site },
    { field: 'expiresOn', kind: 'date' },
  ];
  const columns: Column<ShownLicence>[] = [
    { field: 'technician', width: 2, render: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
    {
      field: 'number',
      name: 'licence',
      width: 1,
      sortable: true,
      render: ({ number }) => <Bdi>{number}</Bdi>,
      text: ({ number }) => number,
    },
    {
      field: 'authority',
      width: 1,
      render: ({ authority }) => <bdi>{authority ?? '–'}</bdi>,
      text: ({ authority }) => authority,
    },
    {
      field: 'structure',
      width: 2,
      render: ({ structure }) => (structure ? <SiteLink site={structure} inRow /> : t('licences.everywhere')),
      text: ({ structure }) => structure?.name ?? t('licences.everywhere'),
    },
    {
      field: 'provider',
      width: 1,
      hidden: true,
      render: ({ provider }) => <bdi>{provider?.name ?? '–'}</bdi>,
      text: ({ provider }) => provider?.name,
    },
    {
      field: 'expiresOn',
      width: 2,
      sortable: true,
      render: ({ expiresOn }) => (
        <Group gap="xs">
          <Bdi>{date(expiresOn, 'date')}</Bdi>
          <StatusChip value={stateUntil(expiresOn, zone)} namespace="rodent" field="licence" tones={licenceTones} />
        </Group>
      ),
      text: ({ expiresOn }) => date(expiresOn, 'date'),
    },
  ];
  const documents = useRowAttachments<ShownLicence>(api.licenceDocument, noParams);
  const actions = useMemo(() => [documents.action], [documents.action]);
  const { add, rowActions, panel } = useRowPanel<ShownLicence>(api.licence, {
    namespace: 'rodent',
    addLabel: t('licences.add'),
    actions,
    form: (before, close) => <LicenceForm before={before} onClose={close} />,
  });
  return (
    <>
      <ListPage
        of={api.licence}
        tabs={tabs}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        action={add}
        empty="licence"
        emptyAction={add}
        exports
      />
      {panel}
      {documents.panel}
    </>
  );
}
