import { Button, Group } from '@mantine/core';
import { IconBan, IconCalendarPlus, IconEye, IconLock, IconPlus, IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { type Grant, storeOf } from '../common/grant.ts';
import { type AccessMode, accessModes, grantStates } from '../common/grant-state.ts';
import { accessesAddress, grantAddress } from './addresses.ts';
import { GrantChip, SyncChip } from './chips.tsx';
import { ExtendPanel, useOutcomeNotice } from './ExtendPanel.tsx';
import { GrantPanel } from './GrantPanel.tsx';
import { ResendPanel } from './one-time/ResendPanel.tsx';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

const { cell, date, ago } = columnsFor<Grant>();
const live = { topics: ['access'] };
const paramsOf = ({ id }: Grant) => ({ id });
const filters = [{ field: 'state', kind: 'select', options: grantStates }] as const;
const order = ['failed', 'drift', 'removing', 'wanted', 'writing', 'set', 'removed', 'none'];

/** The least good state of its codes and cards: the one that needs attention. */
const worstSync = ({ credentials }: Grant): string | null =>
  credentials
    .filter(({ kind }) => storeOf(kind) !== null)
    .map(({ sync }) => sync as string)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? null;
const lockNames = ({ credentials }: Grant) => [...new Set(credentials.map(({ device }) => device.name))].join(', ');

function useGrantColumns(): Column<Grant>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        field: 'name',
        width: 2,
        sortable: false,
        to: (row) => `?grant=${row.id}`,
        render: (row) => <bdi>{row.holder?.name || row.note || row.publicName || t('lock.unnamed')}</bdi>,
        text: (row) => row.holder?.name,
      },
      { field: 'locks', width: 2, sortable: false, render: (row) => <bdi>{lockNames(row)}</bdi>, text: lockNames },
      cell('state', GrantChip, { width: 1, sortable: false }),
      date('from', { width: 1 }),
      date('to', { width: 1, sortable: false }),
      {
        field: 'uses',
        width: 1,
        numeric: true,
        sortable: false,
        render: (row) => (row.maxUses === null ? row.uses : `${row.uses} / ${row.maxUses}`),
        text: (row) => row.uses,
      },
      {
        field: 'sync',
        width: 1,
        sortable: false,
        render: (row) => <SyncChip value={worstSync(row)} />,
        text: (row) => worstSync(row),
      },
      ago('createdAt', { width: 1, hidden: true }),
    ],
    [t],
  );
}

/** Blocks, ends or extends several accesses. Those of a calendar have windows and no end of their own. */
function useBulkActions(mode: string | undefined, onExtend: (ids: readonly number[]) => void) {
  const { calls } = useAccess();
  const showOutcome = useOutcomeNotice();
  const changeMany = useAction(calls.userAccess.changeMany, { keyed: true, invalidates: [calls.userAccess.list] });
  return useMemo<BulkAction<Grant>[]>(() => {
    const { access } = calls.userAccess.changeMany.route;
    const change = (to: 'block' | 'deactivate') => async (rows: Grant[]) => {
      const outcome = await changeMany.ask({
        body: { grantIds: rows.map(({ id }) => id), change: to },
        silent: 'success',
      });
      showOutcome(outcome);
    };
    return [
      ...(mode === 'calendar-mode'
        ? []
        : [
            {
              key: 'extend',
              icon: IconCalendarPlus,
              access,
              run: async (rows: Grant[]) => onExtend(rows.map(({ id }) => id)),
            },
          ]),
      { key: 'block', icon: IconLock, access, run: change('block') },
      { key: 'deactivate', icon: IconBan, danger: true, access, run: change('deactivate') },
    ];
  }, [calls, changeMany.ask, mode, onExtend, showOutcome]);
}

/** The empty list of each mode. */
const lists: Readonly<Record<AccessMode, { empty: string }>> = {
  fulltime: { empty: 'fulltime' },
  scheduled: { empty: 'scheduled' },
  'public-temporary': { empty: 'public-temporary' },
  onetime: { empty: 'onetime' },
  'calendar-mode': { empty: 'calendar-mode' },
};

/** The grants of a mode, with what becomes of their codes. An address without a mode leads to the first. */
export function AccessesPage() {
  const t = useText();
  const navigate = useNavigate();
  const { app, calls } = useAccess();
  const { mode } = useParams();
  const others = useGroupTabs().slice(1);
  const [params, setParams] = useSearchParams();
  const fixed = useMemo(() => ({ mode }), [mode]);
  const revoke = useAction(calls.userAccess.remove);
  const columns = useGrantColumns();
  const [extending, setExtending] = useState<readonly number[]>();
  const bulkActions = useBulkActions(mode, setExtending);
  const [resending, setResending] = useState<Grant>();
  const history = useRowHistory<Grant>(calls.userAccess.history, paramsOf, 'access');
  const rowActions = useMemo(
    () => [
      rowAction<Grant>('details', { icon: IconEye, to: (row) => `?grant=${row.id}` }),
      rowAction<Grant>('resend', {
        icon: IconSend,
        access: calls.userAccess.resend.route.access,
        shown: ({ state, methods }) => state !== 'ended' && methods.includes('link'),
        run: async (row) => setResending(row),
      }),
      history.action,
      rowAction<Grant>('revoke', {
        icon: IconBan,
        danger: true,
        access: calls.userAccess.remove.route.access,
        shown: ({ state, methods }) => state !== 'ended' && !methods.includes('offline'),
        run: (row) => revoke.ask({ params: { id: row.id } }),
      }),
    ],
    [calls, revoke.ask, history.action],
  );
  if (!accessModes.some((known) => known === mode))
    return <Navigate to={accessesAddress(app, accessModes[0])} replace />;
  const give = (
    <Can access={calls.userAccess.create.route.access}>
      <Group gap="xs">
        <Button
          component={Link}
          to={grantAddress(app, { mode: mode as string })}
          leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
        >
          {t('actions.give')}
        </Button>
      </Group>
    </Can>
  );
  const opened = Number(params.get('grant'));
  return (
    <>
      <ListPage
        key={mode}
        of={{ list: calls.userAccess.list }}
        namespace="access"
        table={`${app.id}_access_grants`}
        title={t('pages.access-management-accesses-list')}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        action={give}
        emptyAction={give}
        empty={lists[mode as AccessMode].empty}
        view="auto"
        exports
        live={live}
        tabs={[...accessModes.map((value) => ({ value, label: t(`values.mode.${value}`) })), ...others]}
        tab={mode as string}
        onTab={(value) => void navigate(accessesAddress(app, value))}
      />
      {extending && <ExtendPanel ids={extending} onClose={() => setExtending(undefined)} />}
      {resending && <ResendPanel grant={resending} onClose={() => setResending(undefined)} />}
      {history.drawer}
      {opened > 0 && <GrantPanel id={opened} onClose={() => setParams({})} />}
    </>
  );
}
