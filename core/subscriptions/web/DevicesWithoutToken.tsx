import { IconLink } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Token, tokenRoutes } from '../common/token.ts';
import { api } from './api.ts';
import { useTokenFilters } from './TokenList.tsx';
import { StockForm } from './TokenPanels.tsx';
import { useText } from './texts.ts';
import { type AddressOfDevice, useTokenColumns } from './token-columns.tsx';

const shown = new Set(['device', 'company', 'app', 'createdAt']);
const filtered = new Set(['app', 'companyId']);
const query = { withoutToken: 'true' } as const;
const live = { topics: ['devices'] };

/** The devices in use that have no subscription; one from stock can be put on each. */
export function DevicesWithoutToken({ addressOf }: { addressOf: AddressOfDevice }) {
  const t = useText();
  const [row, setRow] = useState<Token | null>(null);
  const assign = useAction(api.token.assign);
  const columns = useTokenColumns({ addressOf, customers: true, everyApp: true });
  const filters = useTokenFilters(true);
  const rowActions = useMemo(
    () => [
      rowAction<Token>('subscribe', {
        icon: IconLink,
        access: tokenRoutes.assign.access,
        run: (chosen) => {
          setRow(chosen);
          return undefined;
        },
      }),
    ],
    [],
  );
  const device = row?.device;
  return (
    <>
      <ListView
        of={api.token}
        query={query}
        table="all_token_without"
        columns={columns
          .filter(({ field }) => shown.has(field))
          .map((column) => (column.field === 'createdAt' ? { ...column, hidden: false } : column))}
        filters={filters.filter(({ field }) => filtered.has(field))}
        empty="withoutToken"
        rowActions={rowActions}
        exports
        view="auto"
        live={live}
      />
      {row && device && (
        <SidePanel title={t('actions.subscribe')} onClose={() => setRow(null)}>
          <StockForm
            need={{ ...row, solutionId: device.solutionId }}
            label={t('actions.subscribe')}
            save={({ tokenId }) => assign.ask({ params: { id: tokenId }, body: { deviceId: device.id } })}
            onSaved={() => setRow(null)}
          />
        </SidePanel>
      )}
    </>
  );
}
