import { Alert, Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { DeviceCalls } from '#core/devices/web/parts.tsx';
import { ChangeOwner, useAllClients } from '#core/devices/web/parts.tsx';
import { useList } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { tokenSources, tokenStatuses } from '../common/token.ts';
import { api } from './api.ts';
import { AssignToken, BlockToken, RenewToken } from './TokenPanels.tsx';
import { TokenRun, useTokenNames } from './TokenRun.tsx';
import { useText } from './texts.ts';
import { type AddressOfDevice, useAppOptions, useTokenColumns } from './token-columns.tsx';
import { type OpenedTokens, useTokenActions } from './use-token-actions.ts';

const dayMs = 86_400_000;
const soonDays = 30;
const live = { topics: ['devices'] };

type Props = {
  /** All apps if it names none. */
  app?: string;
  solutionId?: number | undefined;
  callsOf(app: string): DeviceCalls | undefined;
  addressOf: AddressOfDevice;
};

/** The filters of a list of subscriptions; of several companies and apps if it has them. */
export function useTokenFilters(everyApp: boolean): FiltersOf<typeof api.token.list> {
  const { company, customers } = useMe();
  const apps = useAppOptions();
  return useMemo(() => {
    const companies = [...(company ? [company] : []), ...customers];
    return [
      { field: 'status', kind: 'select', options: tokenStatuses } as const,
      ...(everyApp ? [{ field: 'app', kind: 'select', options: apps } as const] : []),
      ...(everyApp && companies.length > 1
        ? [
            {
              field: 'companyId',
              kind: 'select',
              options: companies.map(({ id, name }) => ({ value: String(id), label: name })),
            } as const,
          ]
        : []),
      { field: 'source', kind: 'select', options: tokenSources } as const,
      { field: 'expirationAt', kind: 'dateRange' } as const,
    ];
  }, [everyApp, apps, company, customers]);
}

/** Subscriptions of an app or of all: activated, blocked, renewed from stock and passed on, one or several at once. */
export function TokenList({ app, solutionId, callsOf, addressOf }: Props) {
  const [opened, setOpened] = useState<OpenedTokens>(null);
  const everyApp = app === undefined;
  const allClients = useAllClients();
  const fixed = useMemo(
    () => ({ ...(app === undefined ? {} : { app }), ...(solutionId === undefined ? {} : { solutionId }) }),
    [app, solutionId],
  );
  const columns = useTokenColumns({ addressOf, customers: everyApp || allClients, everyApp });
  const filters = useTokenFilters(everyApp);
  const { rowActions, bulkActions } = useTokenActions(setOpened);
  return (
    <>
      <Expiring filter={fixed} />
      <ListView
        of={api.token}
        table={`${app ?? 'all'}_token_list`}
        fixed={fixed}
        columns={columns}
        filters={filters}
        empty="token"
        rowActions={rowActions}
        bulkActions={bulkActions}
        exports
        view="auto"
        live={live}
      />
      <TokenPanel opened={opened} callsOf={callsOf} onClose={() => setOpened(null)} />
    </>
  );
}

type PanelProps = Pick<Props, 'callsOf'> & { opened: OpenedTokens; onClose(): void };

function TokenPanel({ opened, callsOf, onClose }: PanelProps) {
  const t = useText();
  const nameOf = useTokenNames();
  const [only] = opened?.rows ?? [];
  if (!opened || !only) return null;
  const calls = callsOf(only.app);
  if (opened.panel === 'run') return <TokenRun of={opened.of} tokens={opened.rows} onClose={onClose} />;
  if (opened.panel === 'owner')
    return (
      <ChangeOwner
        text={t('owner.tokenText')}
        items={opened.rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
        change={api.token.owner.send}
        onClose={onClose}
      />
    );
  if (opened.panel === 'block') return <BlockToken token={only} onClose={onClose} />;
  if (opened.panel === 'renew') return <RenewToken token={only} onClose={onClose} />;
  return calls ? <AssignToken token={only} calls={calls} onClose={onClose} /> : null;
}

/** Shows how many subscriptions expire soon, with a link to them. */
function Expiring({ filter }: { filter: Readonly<Record<string, string | number>> }) {
  const t = useText();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const soon = new Date(Date.parse(today) + soonDays * dayMs).toISOString().slice(0, 10);
  const { total = 0 } = useList(api.token.list, {
    limit: 1,
    filter: { ...filter, status: 'active', expirationAt: { from: today, to: soon } },
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
