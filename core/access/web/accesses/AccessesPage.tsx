import { Button } from '@mantine/core';
import { IconBan, IconCalendarPlus, IconEye, IconLock, IconPlus, IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { type Grant, storeOf } from '../../common/grant.ts';
import { accessModes } from '../../common/grant-state.ts';
import { grantAddress } from '../addresses.ts';
import { GrantChip, SyncChip } from '../chips.tsx';
import { GrantPanel } from '../GrantPanel.tsx';
import { ResendPanel } from '../one-time/ResendPanel.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import { ExtendPanel, useOutcomeNotice } from './ExtendPanel.tsx';
import { useAccessFilters } from './use-access-filters.ts';

const { cell, date, ago } = columnsFor<Grant>();
const live = { topics: ['access'] };
const paramsOf = ({ id }: Grant) => ({ id });
const order = ['failed', 'drift', 'removing', 'wanted', 'writing', 'set', 'removed', 'none'];

/** The least good state of its codes and cards: the one that needs attention. */
const worstSync = ({ credentials }: Grant): string | null =>
  credentials
    .filter(({ kind }) => storeOf(kind) !== null)
    .map(({ sync }) => sync as string)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? null;
const lockNames = ({ credentials }: Grant) => [...new Set(credentials.map(({ device }) => device.name))].join(', ');

/** The address with the panel of an access open, or closed, which keeps what the list shows. */
function withGrant(params: URLSearchParams, id: number | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete('grant');
  else next.set('grant', String(id));
  return next;
}

function useGrantColumns(): Column<Grant>[] {
  const t = useText();
  const [params] = useSearchParams();
  return useMemo(
    () => [
      {
        field: 'name',
        width: 2,
        sortable: false,
        to: (row) => `?${withGrant(params, row.id)}`,
        render: (row) => <bdi>{row.holder?.name || row.note || row.publicName || t('lock.unnamed')}</bdi>,
        text: (row) => row.holder?.name,
      },
      { field: 'locks', width: 2, sortable: false, render: (row) => <bdi>{lockNames(row)}</bdi>, text: lockNames },
      {
        field: 'mode',
        width: 1,
        sortable: false,
        render: (row) => t(`values.mode.${row.mode}`),
        text: (row) => t(`values.mode.${row.mode}`),
      },
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
    [t, params],
  );
}

/** Blocks, ends or extends several accesses. */
function useBulkActions(onExtend: (ids: readonly number[]) => void) {
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
      {
        key: 'extend',
        icon: IconCalendarPlus,
        access,
        run: async (rows: Grant[]) => onExtend(rows.map(({ id }) => id)),
      },
      { key: 'block', icon: IconLock, access, run: change('block') },
      { key: 'deactivate', icon: IconBan, danger: true, access, run: change('deactivate') },
    ];
  }, [calls, changeMany.ask, onExtend, showOutcome]);
}

/** All accesses, with what becomes of their codes. */
export function AccessesPage() {
  const t = useText();
  const { app, calls } = useAccess();
  const [params, setParams] = useSearchParams();
  const mode = accessModes.find((known) => known === params.get('mode'));
  const filters = useAccessFilters();
  const revoke = useAction(calls.userAccess.remove);
  const columns = useGrantColumns();
  const [extending, setExtending] = useState<readonly number[]>();
  const bulkActions = useBulkActions(setExtending);
  const [resending, setResending] = useState<Grant>();
  const history = useRowHistory<Grant>(calls.userAccess.history, paramsOf, 'access');
  const rowActions = useMemo(
    () => [
      rowAction<Grant>('details', { icon: IconEye, to: (row) => `?${withGrant(params, row.id)}` }),
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
    [calls, revoke.ask, history.action, params],
  );
  const give = (
    <Can access={calls.userAccess.create.route.access}>
      <Button
        component={Link}
        to={grantAddress(app, mode ? { mode } : {})}
        leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
      >
        {t('actions.give')}
      </Button>
    </Can>
  );
  const opened = Number(params.get('grant'));
  return (
    <>
      <ListPage
        of={{ list: calls.userAccess.list }}
        namespace="access"
        table={`${app.id}_access_grants`}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        action={give}
        emptyAction={give}
        empty="access"
        view="auto"
        exports
        live={live}
        tabs={useGroupTabs()}
      />
      {extending && <ExtendPanel ids={extending} onClose={() => setExtending(undefined)} />}
      {resending && <ResendPanel grant={resending} onClose={() => setResending(undefined)} />}
      {history.drawer}
      {opened > 0 && <GrantPanel id={opened} onClose={() => setParams(withGrant(params, null))} />}
    </>
  );
}
