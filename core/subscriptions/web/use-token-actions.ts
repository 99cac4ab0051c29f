import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBan,
  IconLink,
  IconLockOpen,
  IconPlayerPlay,
  IconRefresh,
  IconUserShare,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { blockerOf, mayUnblock, type Token, tokenRoutes } from '../common/token.ts';
import { api } from './api.ts';
import type { RunOf } from './TokenRun.tsx';

/** What a person has opened: the panel of one subscription, or a run over several. */
export type OpenedTokens =
  | { panel: 'assign' | 'move' | 'block' | 'renew'; rows: readonly Token[] }
  | { panel: 'run'; of: RunOf; rows: readonly Token[] }
  | { panel: 'owner'; rows: readonly Token[] }
  | null;

/** The actions on subscriptions, for one row and for the chosen rows. */
export function useTokenActions(open: (opened: OpenedTokens) => void) {
  const { user } = useMe().session;
  const activate = useAction(api.token.activate);
  const unblock = useAction(api.token.unblock);
  const unassign = useAction(api.token.unassign);
  return useMemo(() => {
    const opens = (panel: 'assign' | 'move' | 'block' | 'renew' | 'owner') => (row: Token) => {
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
      rowAction<Token>('moveToken', {
        icon: IconArrowsExchange,
        access: access('move'),
        shown: (row) => row.device !== null && (row.status === 'active' || row.status === 'not-activated'),
        run: opens('move'),
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
        shown: (row) => row.status === 'blocked' && mayUnblock(blockerOf(user, row.companyId), row.blockedBy),
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
    const bulk = (of: RunOf, icon: BulkAction<Token>['icon']): BulkAction<Token> => ({
      key: of,
      icon,
      access: access(of),
      run: async (rows) => open({ panel: 'run', of, rows }),
    });
    const bulkActions: BulkAction<Token>[] = [
      bulk('activate', IconPlayerPlay),
      bulk('renew', IconRefresh),
      {
        key: 'changeOwner',
        icon: IconUserShare,
        access: access('owner'),
        run: async (rows) => open({ panel: 'owner', rows }),
      },
      bulk('unblock', IconLockOpen),
      { ...bulk('block', IconBan), danger: true },
    ];
    return { rowActions, bulkActions };
  }, [open, user, activate.ask, unblock.ask, unassign.ask]);
}
