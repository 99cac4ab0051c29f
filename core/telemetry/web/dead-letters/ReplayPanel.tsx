import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { RequestError } from '#platform/web/client/request-error.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { ItemRun } from '#platform/web/ui/run/ItemRun.tsx';
import type { GroupedDeadLetter } from '../../common/ingest.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { senderOf, useDeadLetterReason } from './dead-letter-reason.ts';

type Props = { letters: readonly GroupedDeadLetter[]; action: 'replay' | 'discard' };

/** Reprocesses or discards the selected messages. */
export function ReplayPanel({ onClose, ...props }: Props & { onClose(): void }) {
  const t = useText();
  return (
    <SidePanel title={t(`actions.${props.action}`)} onClose={onClose} keepOpen>
      <ReplayRun {...props} />
    </SidePanel>
  );
}

/** Reprocesses or discards many messages, one call for each, with the outcome of each. */
export function ReplayRun({ letters, action }: Props) {
  const t = useText();
  const client = useQueryClient();
  const { reasonsText } = useDeadLetterReason();
  const items = useMemo(
    () => letters.map((letter) => ({ id: letter.id, name: `${senderOf(letter)} · ${reasonsText(letter.reasons)}` })),
    [letters, reasonsText],
  );
  const run = async ({ id }: { id: number }) => {
    if (action === 'discard') return api.deadLetter.discard.send({ params: { id }, silent: true });
    const { reasons } = await api.deadLetter.replay.send({ params: { id }, body: {}, silent: true });
    if (reasons.length > 0) throw new RequestError(422, { msg: reasonsText(reasons) }, 'telemetry');
  };
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(`deadLetters.${action}Text`)}
      </Text>
      <ItemRun
        items={items}
        ready={items.length > 0}
        startLabel={t(`actions.${action}`)}
        file={t('lists.deadLetter')}
        run={run}
        onDone={() => {
          for (const { keyPrefix } of [api.deadLetter.list, api.deadLetter.groups])
            void client.invalidateQueries({ queryKey: keyPrefix });
        }}
      />
    </Stack>
  );
}
