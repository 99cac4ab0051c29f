import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Money } from '#core/market/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Intention } from '../../common/intention.ts';
import { api, useText } from '../api.ts';
import classes from './Buying.module.css';

const shown = 5;
const tones = { open: 'ok', declined: 'problem' } as const;

/** The order requests that are not orders yet: open ones, and those that were declined. */
export function MyRequests({ companyId }: { companyId: number }) {
  const t = useText();
  const { data } = useData(
    api.intention.list,
    { list: { limit: shown, total: false, filter: { companyId, state: ['open', 'declined'] } } },
    { silent: true },
  );
  useLiveRefetch(['orders'], api.intention.list.keyPrefix);
  const [withdrawing, setWithdrawing] = useState<Intention | null>(null);
  const change = useAction(api.intention.change, {
    notice: () => t('buying.withdrawn'),
    onDone: () => setWithdrawing(null),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <div className={classes.above}>
      <Panel title={t('buying.requests')}>
        <ul className={classes.requests}>
          {data.data.map((request) => (
            <li key={request.uuid}>
              <Request request={request} onWithdraw={() => setWithdrawing(request)} />
            </li>
          ))}
        </ul>
      </Panel>
      <ConfirmDialog
        opened={withdrawing !== null}
        title={t('buying.withdraw')}
        message={t('buying.withdrawText')}
        confirmLabel={t('buying.withdraw')}
        pending={change.pending}
        onCancel={() => setWithdrawing(null)}
        onConfirm={() =>
          withdrawing && change.run({ params: { uuid: withdrawing.uuid }, body: { action: 'withdraw', reason: '' } })
        }
      />
    </div>
  );
}

function Request({ request, onWithdraw }: { request: Intention; onWithdraw(): void }) {
  const t = useText();
  const { state, sender, total, createdAt, reason, allowed } = request;
  return (
    <article className={classes.request} aria-label={t('buying.requestOf', { name: sender?.name ?? '–' })}>
      <div>
        <Text fw={550}>
          <bdi>{t('buying.requestOf', { name: sender?.name ?? '–' })}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <Money of={total} /> · <Ago at={createdAt} />
        </Text>
      </div>
      <div>
        <StatusChip namespace="orders" field="request" value={state} tones={tones} />
      </div>
      <Text size="sm">{state === 'open' ? t('buying.requestNext') : <bdi>{reason}</bdi>}</Text>
      {allowed.includes('withdraw') && (
        <Button size="compact-sm" variant="default" onClick={onWithdraw}>
          {t('buying.withdraw')}
        </Button>
      )}
    </article>
  );
}
