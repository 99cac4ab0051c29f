import { Anchor, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Args, RouteOf } from '#platform/web/client/client-of.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { ChangedFields } from '#platform/web/ui/history/History.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { CompanyChange } from '../../common/company-change-log.ts';
import type { api } from '../api.ts';
import { useRecordWords } from './use-record-words.ts';

const { ago } = columnsFor<CompanyChange>();

type OfCompany = typeof api.companyChange.list;
type Props = {
  /** The call whose rows are changes of records: of a company or of the platform. */
  of: OfCompany | typeof api.platformStaff.changes;
  params?: Args<RouteOf<OfCompany>>['params'];
  /** Shown before the filters for kind and time of a change. */
  filters: FiltersOf<OfCompany>;
};

/** Changes of records of all kinds; a side panel shows what changed. */
export function ChangeList({ of, params, filters }: Props) {
  const kit = useKitText();
  const words = useRecordWords();
  const personOf = usePersonOf();
  const [open, setOpen] = useState<CompanyChange | null>(null);
  const all = useMemo(
    (): FiltersOf<OfCompany> => [
      ...filters,
      {
        field: 'action',
        kind: 'select',
        options: (['insert', 'update', 'delete'] as const).map((value) => ({
          value,
          label: kit(`history.record.${value}`),
        })),
      },
      { field: 'at', kind: 'dateRange' },
    ],
    [filters, kit],
  );
  const columns: Column<CompanyChange>[] = [
    ago('at', { width: 1 }),
    {
      field: 'person',
      render: (row) => <bdi>{personOf(row)}</bdi>,
      text: personOf,
    },
    { field: 'action', width: 1, render: (row) => kit(`history.record.${row.action}`), text: (row) => row.action },
    {
      field: 'record.kind',
      name: 'record',
      render: (row) => words.nameOf(row.record.kind),
      text: (row) => row.record.kind,
    },
    {
      field: 'record.name',
      name: 'recordName',
      width: 2,
      render: (row) => (
        <Anchor component="button" type="button" inherit ta="start" onClick={() => setOpen(row)}>
          <bdi>{words.titleOf(row.record)}</bdi>
        </Anchor>
      ),
      text: (row) => words.titleOf(row.record),
    },
  ];
  return (
    <>
      <ListView
        empty="companyChange"
        emptyDrawing="log"
        of={{ list: of as OfCompany }}
        {...(params ? { params } : {})}
        columns={columns}
        filters={all}
        rowActions={[
          rowAction<CompanyChange>('changes', {
            icon: IconEye,
            run: (row) => {
              setOpen(row);
              return undefined;
            },
          }),
        ]}
        exports
      />
      {open && <OneChange change={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const named = ({ name, company }: NonNullable<CompanyChange['person']>) => [name, company].filter(Boolean).join(' · ');

/** The person who made the change, and the person who impersonated them, if any. */
function usePersonOf() {
  const kit = useKitText();
  const actor = useActorName();
  return ({ person, impersonatedBy }: CompanyChange): string =>
    person ? actor(named(person), impersonatedBy && named(impersonatedBy)) : kit('history.system');
}

function OneChange({ change, onClose }: { change: CompanyChange; onClose(): void }) {
  const kit = useKitText();
  const { nameOf: kindName, titleOf, spaceOf, valueText } = useRecordWords();
  const personOf = usePersonOf();
  const { record, action, at } = change;
  return (
    <SidePanel title={kindName(record.kind)} onClose={onClose}>
      <Stack>
        <Text fw={600}>
          <bdi>{titleOf(record)}</bdi>
        </Text>
        {record.within?.name && record.name && (
          <Text c="dimmed">
            {kindName(record.within.kind)}: <bdi>{record.within.name}</bdi>
          </Text>
        )}
        <Text>
          {kit(`history.record.${action}`)} · <bdi>{personOf(change)}</bdi> · <Ago at={at} />
        </Text>
        <ChangedFields line={change} namespace={spaceOf(record.kind)} valueText={valueText(record)} />
      </Stack>
    </SidePanel>
  );
}
