import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { keptFiles } from '#platform/common/offline/kept-files.ts';
import { sizeText } from '../i18n/size-text.ts';
import { useKitText } from '../i18n/texts.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { SidePanel } from '../ui/page/SidePanel.tsx';
import { Ago } from '../ui/time/Ago.tsx';
import { ToneChip } from '../ui/values/StatusChip.tsx';
import classes from './WaitingList.module.css';
import { bytesOf, filesOf, type WaitingCall, waitingStateOf } from './waiting/waiting-call.ts';
import type { WaitingCalls } from './waiting/waiting-calls.ts';

type Props = {
  calls: readonly WaitingCall[];
  queue: Pick<WaitingCalls, 'flush' | 'retry' | 'discard'>;
  onClose(): void;
};

const tones = { waiting: 'none', refused: 'poor', expired: 'poor' } as const;

/** The changes that wait to be sent or were refused: each can be sent again or discarded. */
export function WaitingList({ calls, queue, onClose }: Props) {
  const t = useKitText();
  const [pending, setPending] = useState<string | null>(null);
  const [discarding, setDiscarding] = useState<WaitingCall | null>(null);
  const bytes = bytesOf(calls);
  const run = (key: string, work: () => Promise<void>) => {
    setPending(key);
    void work().finally(() => setPending(null));
  };
  return (
    <SidePanel title={t('waiting.title')} onClose={onClose} sheet>
      {calls.length === 0 ? (
        <Text role="status">{t('waiting.none')}</Text>
      ) : (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('waiting.text')}
            {bytes > 0 && ` ${t('waiting.space', { size: sizeText(bytes), most: sizeText(keptFiles.bytes) })}`}
          </Text>
          {calls.some((call) => waitingStateOf(call) === 'waiting') && (
            <Button variant="default" loading={pending === 'all'} onClick={() => run('all', queue.flush)}>
              {t('waiting.sendNow')}
            </Button>
          )}
          <ul className={classes.list} aria-label={t('waiting.title')}>
            {calls.map((call) => (
              <WaitingRow
                key={call.key}
                call={call}
                pending={pending === call.key}
                onRetry={() => run(call.key, () => queue.retry(call.key))}
                onDiscard={() => setDiscarding(call)}
              />
            ))}
          </ul>
        </Stack>
      )}
      <ConfirmDialog
        opened={discarding !== null}
        title={t('waiting.discardTitle')}
        message={t('waiting.discardText')}
        entityName={discarding ? `${discarding.title} – ${discarding.record}` : undefined}
        confirmLabel={t('waiting.discard')}
        onConfirm={() => {
          if (discarding) run(discarding.key, () => queue.discard(discarding.key));
          setDiscarding(null);
        }}
        onCancel={() => setDiscarding(null)}
      />
    </SidePanel>
  );
}

type RowProps = { call: WaitingCall; pending: boolean; onRetry(): void; onDiscard(): void };

function WaitingRow({ call, pending, onRetry, onDiscard }: RowProps) {
  const t = useKitText();
  const state = waitingStateOf(call);
  const count = filesOf(call).length;
  const named = { action: call.title, record: call.record };
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{call.title}</Text>
        <ToneChip tone={tones[state]}>{t(`waiting.state.${state}`)}</ToneChip>
      </Group>
      <Text size="sm">
        <bdi>{call.record}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        <Ago at={call.at} />
        {count > 0 && ` · ${t('waiting.files', { count, size: sizeText(bytesOf([call])) })}`}
      </Text>
      {state !== 'waiting' && <Text size="sm">{call.refusal ?? t('waiting.expiredText')}</Text>}
      <Group gap="xs" mt="xs">
        {state !== 'waiting' && (
          <Button size="xs" loading={pending} aria-label={t('waiting.retryOf', named)} onClick={onRetry}>
            {t('waiting.retry')}
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={t('waiting.discardOf', named)} onClick={onDiscard}>
          {t('waiting.discard')}
        </Button>
      </Group>
    </li>
  );
}
