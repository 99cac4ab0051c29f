import { Alert, Anchor } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconLink,
  IconLockOpen,
  IconPlayerPlay,
  IconRefresh,
  IconUserShare,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { type Token, tokenRoutes, tokenSources, tokenStatuses } from '../common/token.ts';
import { api } from './api.ts';
import { ChangeOwner } from './ChangeOwner.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import { useAllClients } from './other-customer.tsx';
import { AssignToken, BlockToken, RenewToken } from './TokenPanels.tsx';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';

const { cell, code, date, number } = columnsFor<Token>();
const dayMs = 86_400_000;
const soonDays = 30;

const tones: Record<Token['status'], Tone> = {
  unassigned: 'none',
  'not-activated': 'ok',
  active: 'good',
  expired: 'poor',
  blocked: 'problem',
  used: 'none',
};
const Status = ({ value }: { value: Token['status'] }) => (
  <StatusChip namespace="devices" field="status" value={value} tones={tones} />
);
const daysLeftOf = ({ expirationAt, status }: Token, now: number) =>
  status === 'active' && expirationAt ? Math.ceil((Date.parse(expirationAt) - now) / dayMs) : null;

function DaysLeft({ row }: { row: Token }) {
  const { number: text } = useFormats();
  const days = daysLeftOf(row, useNow());
  return <>{days === null ? '–' : text(days)}</>;
}

type Props = {
  app: string;
  solutionId: number | undefined;
  calls: DeviceCalls;
  addressOf(device: NonNullable<Token['device']>): string;
};
type Opened = { panel: 'assign' | 'block' | 'renew' | 'owner'; rows: readonly Token[] } | null;

const filters = [
  { field: 'status', kind: 'select', options: tokenStatuses },
  { field: 'source', kind: 'select', options: tokenSources },
  { field: 'expirationAt', kind: 'dateRange' },
] as const;

/** The subscriptions of an app: activated, blocked, renewed from stock and passed on. */
export function TokenList({ app, solutionId, calls, addressOf }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const customers = useAllClients();
  const fixed = useMemo(() => ({ app, ...(solutionId === undefined ? {} : { solutionId }) }), [app, solutionId]);
  const columns = useColumns(addressOf, customers);
  const { rowActions, bulkActions } = useTokenActions(setOpened);
  const close = () => setOpened(null);
  const [only] = opened?.rows ?? [];
  return (
    <>
      <Expiring app={app} />
      <ListView
        of={api.token}
        table={`${app}_token_list`}
        fixed={fixed}
        columns={columns}
        filters={filters}
        empty="token"
        rowActions={rowActions}
        bulkActions={bulkActions}
        exports
        live={live}
      />
      {opened?.panel === 'assign' && only && <AssignToken token={only} calls={calls} onClose={close} />}
      {opened?.panel === 'block' && only && <BlockToken token={only} onClose={close} />}
      {opened?.panel === 'renew' && only && <RenewToken token={only} onClose={close} />}
      {opened?.panel === 'owner' && <ChangeOwner of="token" items={opened.rows.map(named)} onClose={close} />}
    </>
  );
}

const live = { topics: ['devices'] };
const named = ({ id, months }: Token) => ({ id, name: `${id}${months ? ` · ${months}` : ''}` });

function useColumns(addressOf: Props['addressOf'], customers: boolean): Column<Token>[] {
  return useMemo(
    () => [
      code('id', { width: 1 }),
      {
        field: 'device',
        width: 2,
        to: (row) => (row.device ? addressOf(row.device) : undefined),
        render: (row) => (row.device ? <DeviceLink to={addressOf(row.device)} name={row.device.name} /> : '–'),
        text: (row) => row.device?.name,
      },
      ...(customers ? [{ field: 'company', width: 1 } as const] : []),
      cell('status', Status, { width: 1 }),
      number('months', { width: 1 }),
      date('activationAt', { width: 1 }),
      date('expirationAt', { width: 1 }),
      {
        field: 'daysLeft',
        width: 1,
        numeric: true,
        render: (row) => <DaysLeft row={row} />,
        text: (row) => daysLeftOf(row, Date.now()),
      },
      { field: 'source', hidden: true, width: 1 },
      { field: 'blockReason', hidden: true, width: 1 },
      date('createdAt', { hidden: true, width: 1 }),
    ],
    [addressOf, customers],
  );
}

function useTokenActions(open: (opened: Opened) => void) {
  const activate = useAction(api.token.activate);
  const unblock = useAction(api.token.unblock);
  const unassign = useAction(api.token.unassign);
  return useMemo(() => {
    const opens = (panel: NonNullable<Opened>['panel']) => (row: Token) => {
      open({ panel, rows: [row] });
      return undefined;
    };
    const inStock = (row: Token) => row.status === 'unassigned';
    const params = (row: Token) => ({ params: { id: row.id } });
    const access = (call: Exclude<keyof typeof tokenRoutes, 'list'>) => tokenRoutes[call].access;
    const rowActions = [
      rowAction<Token>('assign', { icon: IconLink, access: access('assign'), shown: inStock, run: opens('assign') }),
      rowAction<Token>('activate', {
        icon: IconPlayerPlay,
        access: access('activate'),
        shown: (row) => row.status === 'not-activated',
        run: (row) => activate.ask(params(row)),
        updates: true,
      }),
      rowAction<Token>('renew', {
        icon: IconRefresh,
        access: access('renew'),
        shown: (row) => row.device !== null && row.expirationAt !== null && row.status !== 'blocked',
        run: opens('renew'),
      }),
      rowAction<Token>('unassign', {
        icon: IconArrowBackUp,
        access: access('unassign'),
        shown: (row) => row.status === 'not-activated',
        run: (row) => unassign.ask(params(row)),
        updates: true,
      }),
      rowAction<Token>('changeOwner', {
        icon: IconUserShare,
        access: access('owner'),
        shown: inStock,
        run: opens('owner'),
      }),
      rowAction<Token>('unblock', {
        icon: IconLockOpen,
        access: access('unblock'),
        shown: (row) => row.status === 'blocked',
        run: (row) => unblock.ask(params(row)),
        updates: true,
      }),
      rowAction<Token>('block', {
        icon: IconBan,
        danger: true,
        access: access('block'),
        shown: (row) => row.status !== 'blocked' && row.status !== 'used',
        run: opens('block'),
      }),
    ];
    const bulkActions: BulkAction<Token>[] = [
      {
        key: 'changeOwner',
        icon: IconUserShare,
        access: access('owner'),
        run: async (rows) => open({ panel: 'owner', rows }),
      },
    ];
    return { rowActions, bulkActions };
  }, [open, activate.ask, unblock.ask, unassign.ask]);
}

/** Says how many subscriptions expire soon, with a link to them. */
function Expiring({ app }: { app: string }) {
  const t = useText();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const soon = new Date(Date.parse(today) + soonDays * dayMs).toISOString().slice(0, 10);
  const { total = 0 } = useList(api.token.list, {
    limit: 1,
    filter: { app, status: 'active', expirationAt: { from: today, to: soon } },
  });
  if (total === 0) return null;
  return (
    <Alert color="orange" mb="sm">
      {t('tokens.expiring', { count: total })}{' '}
      <Anchor component={Link} to={`?status=active&expirationAt[from]=${today}&expirationAt[to]=${soon}`} inherit>
        {t('tokens.showExpiring')}
      </Anchor>
    </Alert>
  );
}
