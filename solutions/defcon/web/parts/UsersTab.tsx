import { NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type PanelUser, panelUser } from '../../common/panel/user.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const { number } = columnsFor<PanelUser>();

/** Who the slots of a panel are. Their codes are known to the panel alone. */
export function UsersTab({ panelId }: { panelId: number }) {
  const t = useText();
  const params = useMemo(() => ({ panelId }), [panelId]);
  const { add, rowActions, bulkActions, panel } = useRowPanel<PanelUser>(api.panelUser, {
    params,
    namespace: 'defcon',
    addLabel: t('addPanelUser'),
    form: (before, close) => <UserForm panelId={panelId} before={before} onClose={close} />,
  });
  return (
    <Stack gap="md">
      <div>{add}</div>
      <ListView
        of={api.panelUser}
        params={params}
        columns={[
          number('slot', { width: 1 }),
          { field: 'name', width: 3 },
          {
            field: 'duress',
            sortable: false,
            width: 1,
            render: ({ duress }) => (duress ? <ToneChip tone="problem">{t('duress')}</ToneChip> : '–'),
            text: ({ duress }) => (duress ? t('duress') : ''),
          },
        ]}
        rowActions={rowActions}
        bulkActions={bulkActions}
        empty="panelUser"
      />
      {panel}
    </Stack>
  );
}

const schema = panelUser.fields.omit({ userId: true });
type Props = { panelId: number; before: PanelUser | undefined; onClose(): void };

function UserForm({ panelId, before, onClose }: Props) {
  const t = useText();
  const create = useAction(api.panelUser.create);
  const update = useAction(api.panelUser.update);
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: { slot: before?.slot ?? '', name: before?.name ?? '', duress: before?.duress ?? false },
    save: (fields) => {
      const body = { ...fields, userId: before?.user?.id ?? null };
      return before
        ? update.ask({ params: { panelId, id: before.id }, body })
        : create.ask({ params: { panelId }, body });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={before ? t('editPanelUser') : t('addPanelUser')} onClose={onClose}>
      <EntityForm form={form}>
        <NumberInput {...form.field('slot')} min={1} max={999} description={t('slotHint')} data-autofocus />
        <TextInput {...form.field('name')} maxLength={80} />
        <Switch {...form.field('duress', 'checkbox')} description={t('duressHint')} />
      </EntityForm>
    </SidePanel>
  );
}
