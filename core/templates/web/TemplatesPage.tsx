import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type TemplateRow, templateStatuses } from '../common/template.ts';
import { StarterCards } from './StarterCards.tsx';
import { StateCounts } from './StateCounts.tsx';
import { type TemplateSource, useTemplateModels, useTemplateSource } from './source.ts';
import { useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';

const { ago, cell, link, number } = columnsFor<TemplateRow>();

/** The templates of an app. A company without any begins with the starter of a model. */
export function TemplatesPage() {
  const source = useTemplateSource();
  const tabs = useGroupTabs();
  const first = useData(source.calls.list, { list: { limit: 1, skip: 0, total: true } }, { silent: true });
  if (first.data?.totalRecords === 0)
    return (
      <PageFrame tabs={tabs} action={<AddTemplate source={source} />}>
        <StarterCards source={source} />
      </PageFrame>
    );
  return <TemplateList source={source} />;
}

function TemplateList({ source }: { source: TemplateSource }) {
  const { app, calls } = source;
  const models = useTemplateModels(app);
  const { language } = useFormats();
  const { rowActions, drawer } = useTemplateActions(source);
  const tabs = useGroupTabs();
  const filters = useMemo(
    () =>
      [
        {
          field: 'hardwareId',
          kind: 'select',
          options: models.map(({ id, name }) => ({ value: String(id), label: name[language] })),
        },
        { field: 'status', kind: 'select', options: [...templateStatuses] },
      ] as const,
    [models, language],
  );
  return (
    <>
      <ListPage
        of={{ list: calls.list, remove: calls.remove }}
        namespace="templates"
        tabs={tabs}
        columns={useColumns(source)}
        filters={filters}
        empty="template"
        rowActions={rowActions}
        action={<AddTemplate source={source} />}
        live={{ topics: ['devices'], about: ({ type }) => type === 'changed' }}
        exports
      />
      {drawer}
    </>
  );
}

function Status({ value }: { value: TemplateRow['status']; row: TemplateRow }) {
  const t = useText();
  return <ToneChip tone={value === 'active' ? 'good' : 'none'}>{t(`values.status.${value}`)}</ToneChip>;
}

function useColumns({ app, addresses }: TemplateSource): Column<TemplateRow>[] {
  const t = useText();
  const { model } = useTemplateTexts(app);
  return useMemo(
    () => [
      link('name', addresses.details(0).replace('/0/', '/{id}/'), { width: 2 }),
      {
        field: 'hardwareId',
        width: 2,
        sortable: false,
        render: ({ hardwareId }) => <bdi>{model(hardwareId)}</bdi>,
        text: ({ hardwareId }) => model(hardwareId),
      },
      number('version', { width: 1, sortable: false }),
      number('devices', { width: 1, sortable: false }),
      {
        field: 'counts',
        width: 3,
        sortable: false,
        render: ({ counts }) => <StateCounts counts={counts} />,
        text: ({ counts }) =>
          Object.entries(counts)
            .map(([state, count]) => `${t(`values.templateState.${state as 'failed'}`)} ${count}`)
            .join(' · '),
      },
      cell('status', Status, { width: 1, text: ({ status }) => t(`values.status.${status}`) }),
      ago('createdAt', { hidden: true }),
    ],
    [addresses, model, t],
  );
}

function useTemplateActions({ calls, addresses }: TemplateSource) {
  const { ask } = useAction(calls.update);
  const history = useRowHistory<TemplateRow>(calls.history, ({ id }) => ({ id }), 'templates');
  const rowActions = useMemo((): RowAction<TemplateRow>[] => {
    const access = calls.update.route.access;
    const set = (status: TemplateRow['status']) => (row: TemplateRow) =>
      ask({ params: { id: row.id }, body: { status }, silent: 'success' });
    return [
      rowAction<TemplateRow>('edit', { icon: IconPencil, access, to: ({ id }) => addresses.edit(id) }),
      rowAction<TemplateRow>('copy', {
        icon: IconCopy,
        access: calls.create.route.access,
        to: ({ id }) => addresses.copy(id),
      }),
      rowAction<TemplateRow>('archive', {
        icon: IconArchive,
        access,
        updates: true,
        shown: ({ status }) => status === 'active',
        run: set('archived'),
      }),
      rowAction<TemplateRow>('unarchive', {
        icon: IconArchiveOff,
        access,
        updates: true,
        shown: ({ status }) => status === 'archived',
        run: set('active'),
      }),
      history.action,
      { ...deleteRow, access: calls.remove.route.access, shown: ({ devices }: TemplateRow) => devices === 0 },
    ];
  }, [calls, addresses, ask, history.action]);
  return { rowActions, drawer: history.drawer };
}

export function AddTemplate({ source: { calls, addresses } }: { source: TemplateSource }) {
  const t = useText();
  return (
    <Can access={calls.create.route.access}>
      <Button component={Link} to={addresses.create} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('create')}
      </Button>
    </Can>
  );
}
