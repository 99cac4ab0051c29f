import { Anchor, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { Ago } from '#platform/web/ui/Ago.tsx';
import { Awaited } from '#platform/web/ui/Awaited.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ChangedFields } from '#platform/web/ui/History.tsx';
import { ago, type Column } from '#platform/web/ui/list/columns.tsx';
import type { Filter } from '#platform/web/ui/list/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/SidePanel.tsx';
import type { CompanyChange } from '../common/company-change-log.ts';
import { api } from './api.ts';
import { useText } from './text.ts';
import { useEveryText } from './use-every-text.ts';
import { useLogTabs } from './use-log-tabs.ts';
import { usePeopleFilter } from './use-people-filter.ts';
import { useRecordWords } from './use-record-words.ts';

/** Who changed what in the company, deletions included. */
export function ChangeLogPage() {
  const t = useText();
  const tabs = useLogTabs();
  const { session } = useMe();
  const companyId = session.actingFor;
  const texts = useEveryText();
  return (
    <PageFrame fill tabs={tabs}>
      {companyId === null ? (
        <EmptyState title={t('requests.chooseTitle')} text={t('changes.chooseText')} />
      ) : texts.data ? (
        <Changes companyId={companyId} />
      ) : (
        <Awaited of={texts} />
      )}
    </PageFrame>
  );
}

function Changes({ companyId }: { companyId: number }) {
  const kit = useKitText();
  const words = useRecordWords();
  const personOf = usePersonOf();
  const [open, setOpen] = useState<CompanyChange | null>(null);
  const people = usePeopleFilter();
  const kinds = useData(api.companyChange.kinds, { params: { id: companyId } });
  const filters = useMemo(
    (): Filter[] => [
      ...people,
      {
        field: 'kind',
        name: 'record',
        kind: 'select',
        options: (kinds.data ?? []).map((kind) => ({ value: kind, label: words.nameOf(kind) })),
      },
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
    [people, kinds.data, words, kit],
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
          <bdi>{nameOf(row)}</bdi>
        </Anchor>
      ),
      text: nameOf,
    },
  ];
  return (
    <>
      <ListView
        emptyKind="logs"
        of={{ list: api.companyChange.list }}
        params={{ id: companyId }}
        columns={columns}
        filters={filters}
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

/** Who did it, with whoever worked in a session as that person. */
function usePersonOf() {
  const kit = useKitText();
  const actor = useActorName();
  return ({ person, openedBy }: CompanyChange): string =>
    person ? actor(named(person), openedBy && named(openedBy)) : kit('history.system');
}

const nameOf = ({ record }: CompanyChange) => record.name ?? record.within?.name ?? `#${record.id}`;

function OneChange({ change, onClose }: { change: CompanyChange; onClose(): void }) {
  const kit = useKitText();
  const { nameOf: kindName, spaceOf, wordOf } = useRecordWords();
  const personOf = usePersonOf();
  const { record, action, at } = change;
  return (
    <SidePanel title={kindName(record.kind)} onClose={onClose}>
      <Stack>
        <Text fw={600}>
          <bdi>{nameOf(change)}</bdi>
        </Text>
        {record.within?.name && record.name && (
          <Text c="dimmed">
            {kindName(record.within.kind)}: <bdi>{record.within.name}</bdi>
          </Text>
        )}
        <Text>
          {kit(`history.record.${action}`)} · <bdi>{personOf(change)}</bdi> · <Ago at={at} />
        </Text>
        <ChangedFields line={change} namespace={spaceOf(record.kind)} wordOf={wordOf(record.kind)} />
      </Stack>
    </SidePanel>
  );
}
