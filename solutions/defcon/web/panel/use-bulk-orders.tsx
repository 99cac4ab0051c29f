import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useProof } from '#core/accounts/web/parts.tsx';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { formatList } from '#platform/web/i18n/formats.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { BulkAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { arming, type Panel } from '../../common/panel/panel.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { useZoneName } from './names.ts';
import { openZonesIn } from './OpenZones.tsx';

/** What became of an order to a panel: `refused` states why. */
export type OrderResult = { state: 'waiting' | 'sent' } | { state: 'refused'; reason: string };
type Order = { method: 'arm' | 'disarm'; panels: readonly Panel[] };

const mostPanels = 20;
const icons = { arm: IconLock, disarm: IconLockOpen } as const;

/** Arms and disarms the chosen panels, one after the other, with the result of each. */
export function useBulkOrders(): {
  bulkActions: readonly BulkAction<Panel>[];
  results: ReadonlyMap<number, OrderResult>;
  dialogs: ReactNode;
} {
  const t = useText();
  const zoneName = useZoneName();
  const proof = useProof();
  const command = useAction(api.panel.command, { keyed: true });
  const [asked, setAsked] = useState<Order | null>(null);
  const [results, setResults] = useState<ReadonlyMap<number, OrderResult>>(new Map());
  const bulkActions = useMemo(
    () =>
      (['arm', 'disarm'] as const).map(
        (method): BulkAction<Panel> => ({
          key: method,
          icon: icons[method],
          access: arming,
          run: async (panels) => {
            if (panels.length <= mostPanels) setAsked({ method, panels });
            else notify({ kind: 'error', message: t('bulk.tooMany', { count: mostPanels }) });
          },
        }),
      ),
    [t],
  );

  const reasonOf = (error: RequestError): string => {
    const zones = openZonesIn(error);
    return zones ? t('bulk.open', { zones: formatList(zones.map(zoneName)) }) : errorMessage(error);
  };
  async function send({ method, panels }: Order): Promise<void> {
    const done = new Map<number, OrderResult>(panels.map(({ id }) => [id, { state: 'waiting' }]));
    const show = () => setResults(new Map(done));
    show();
    // One after the other: each has a key of its own, by which it is not sent twice.
    for (const { id } of panels) {
      const params: Record<string, string> = method === 'arm' ? { mode: 'away' } : {};
      try {
        const sent = await proof.with(() => command.ask({ params: { id }, body: { method, params }, silent: true }));
        if (sent === null) {
          for (const [of, { state }] of done) if (state === 'waiting') done.delete(of);
          return show();
        }
        done.set(id, { state: 'sent' });
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        done.set(id, { state: 'refused', reason: reasonOf(error) });
      }
      show();
    }
    const refused = [...done.values()].filter(({ state }) => state === 'refused').length;
    if (refused === 0) notify({ kind: 'success', message: t('bulk.allSent', { count: panels.length }) });
    else notify({ kind: 'error', message: t('bulk.someRefused', { count: refused }) });
  }
  const method = asked?.method ?? 'arm';
  const dialogs = (
    <>
      <ConfirmDialog
        opened={asked !== null}
        danger={false}
        title={t(`bulk.${method}`, { count: asked?.panels.length ?? 0 })}
        message={t(method === 'arm' ? 'bulk.armText' : 'disarmText')}
        entityName={formatList((asked?.panels ?? []).map(({ name }) => name))}
        confirmLabel={t(`actions.${method}`)}
        onConfirm={() => {
          setAsked(null);
          if (asked) void send(asked);
        }}
        onCancel={() => setAsked(null)}
      />
      {proof.dialog}
    </>
  );
  return { bulkActions, results, dialogs };
}
