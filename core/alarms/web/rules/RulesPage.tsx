import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { deleteRow, deleteRows } from '#platform/web/ui/list/delete-row.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type RowAction, rowAction } from '#platform/web/ui/list/row-actions.tsx';
import type { RuleRow } from '../../common/rule.ts';
import { alarmKindsOf } from '../alarm-calls.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { useText } from '../texts.ts';
import { useRuleColumns } from './rule-columns.tsx';
import { type RuleSource, useRuleSource } from './source.ts';

/** The alarm rules of an app. */
export function RulesPage() {
  const source = useRuleSource();
  const { app, calls } = source;
  const { kind } = useAlarmTexts(app);
  const { rowActions, drawer } = useRuleActions(source);
  const bulkActions = useMemo(() => [{ ...deleteRows, access: calls.remove.route.access }], [calls]);
  const filters = useMemo(() => {
    const kinds = [...alarmKindsOf(app, 'operational'), ...alarmKindsOf(app, 'status')];
    return [
      { field: 'kind', kind: 'select', options: kinds.map((value) => ({ value, label: kind(value) })) },
      { field: 'enabled', kind: 'boolean' },
    ] as const;
  }, [app, kind]);
  return (
    <>
      <ListPage
        of={calls}
        namespace="alarms"
        table={`${app.id}_alarms_rules`}
        columns={useRuleColumns(source)}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        action={<AddRule source={source} />}
        empty="rule"
        emptyAction={<AddRule source={source} />}
        exports
        live={live}
      />
      {drawer}
    </>
  );
}

// The rows count the open alarms of each rule.
const live = { topics: ['alarms'] };

/** A rule of a template changes with its template only. */
const isOwn = ({ templateVersionId }: RuleRow) => templateVersionId === null;

/** The actions on a rule: edit, switch off or on, history and delete; and the drawer of the history. */
export function useRuleActions({ calls, addresses }: RuleSource) {
  const update = useAction(calls.update);
  const history = useRowHistory<RuleRow>(calls.history, ({ id }) => ({ id }), 'alarms');
  const { ask } = update;
  const rowActions = useMemo((): RowAction<RuleRow>[] => {
    const access = calls.update.route.access;
    const set = (enabled: boolean) => (row: RuleRow) =>
      ask({ params: { id: row.id }, body: { enabled }, silent: 'success' });
    return [
      rowAction<RuleRow>('edit', { icon: IconPencil, access, shown: isOwn, to: ({ id }) => addresses.edit(id) }),
      rowAction<RuleRow>('switch-off', {
        icon: IconPlayerPause,
        access,
        updates: true,
        shown: (row) => row.enabled && isOwn(row),
        run: set(false),
      }),
      rowAction<RuleRow>('switch-on', {
        icon: IconPlayerPlay,
        access,
        updates: true,
        shown: (row) => !row.enabled && isOwn(row),
        run: set(true),
      }),
      history.action,
      { ...deleteRow, access: calls.remove.route.access },
    ];
  }, [calls, addresses, history.action, ask]);
  return { rowActions, drawer: history.drawer };
}

/** Leads to the form of a new rule, of a device if it is given. */
export function AddRule({ source: { calls, addresses }, deviceId }: { source: RuleSource; deviceId?: number }) {
  const t = useText();
  return (
    <Can access={calls.create.route.access}>
      <Button
        component={Link}
        to={`${addresses.create}${deviceId === undefined ? '' : `?device=${deviceId}`}`}
        leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
      >
        {t(deviceId === undefined ? 'rules.create' : 'rules.createForDevice')}
      </Button>
    </Can>
  );
}
