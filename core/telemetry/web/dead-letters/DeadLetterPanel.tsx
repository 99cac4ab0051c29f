import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFlask, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { DeadLetter, Fault } from '../../common/ingest.ts';
import { api } from '../api.ts';
import classes from '../Telemetry.module.css';
import { useText } from '../texts.ts';
import { senderOf, useDeadLetterReason } from './dead-letter-reason.ts';

type Props = { letter: DeadLetter; onClose(): void };

/** One refused message as a whole: why it was refused, corrected, tried and reprocessed. */
export function DeadLetterPanel({ letter, onClose }: Props) {
  const t = useText();
  const query = useData(api.deadLetter.get, { params: { id: letter.id } }, { silent: true });
  return (
    <SidePanel title={t('deadLetters.message')} onClose={onClose} wide keepOpen>
      {query.data ? <Letter letter={query.data} onClose={onClose} /> : <QueryBoundary of={query} />}
    </SidePanel>
  );
}

type Outcome = { stored: number; reasons: readonly Fault[] };

function Letter({ letter, onClose }: { letter: DeadLetter & { whole: string }; onClose(): void }) {
  const t = useText();
  const { date } = useFormats();
  const { reasonsText } = useDeadLetterReason();
  const [payload, setPayload] = useState(letter.whole);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const call = { params: { id: letter.id }, body: payload === letter.whole ? {} : { payload } };
  const attempt = useAction(api.deadLetter.try);
  const replay = useAction(api.deadLetter.replay);
  const discard = useAction(api.deadLetter.discard);
  const after = (shown: Outcome) => {
    setOutcome(shown);
    if (shown.reasons.length === 0) onClose();
  };
  const open = letter.state === 'open';
  return (
    <Stack>
      <Facts
        items={[
          [t('columns.device'), <bdi key="device">{senderOf(letter)}</bdi>],
          ...(letter.connector
            ? ([
                [t('columns.connector'), <bdi key="connector">{letter.connector.name}</bdi>],
                [t('columns.stage'), t(`deadLetterStage.${letter.stage}`)],
              ] as const)
            : []),
          [t('columns.receivedAt'), date(letter.receivedAt)],
          [t('columns.reasons'), reasonsText(letter.reasons)],
          [
            t('columns.topic'),
            <bdi key="topic" dir="ltr">
              {letter.topic}
            </bdi>,
          ],
        ]}
      />
      <Textarea
        label={t('columns.payload')}
        description={open ? t('deadLetters.correct') : undefined}
        dir="ltr"
        classNames={{ input: classes.payload }}
        autosize
        minRows={6}
        maxRows={18}
        readOnly={!open}
        value={payload}
        onChange={(event) => setPayload(event.currentTarget.value)}
        spellCheck={false}
      />
      {outcome && <Result outcome={outcome} />}
      {open && (
        <Group gap="xs">
          <Can access={api.deadLetter.try.route.access}>
            <Button
              variant="default"
              loading={attempt.pending}
              leftSection={<IconFlask size={iconSizes.sm} aria-hidden />}
              onClick={() => void attempt.ask(call).then(setOutcome, () => undefined)}
            >
              {t('actions.try')}
            </Button>
            <Button
              loading={replay.pending}
              leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />}
              onClick={() => void replay.ask(call).then(after, () => undefined)}
            >
              {t('actions.replay')}
            </Button>
          </Can>
          <Can access={api.deadLetter.discard.route.access}>
            <Button
              variant="default"
              loading={discard.pending}
              leftSection={<IconTrash size={iconSizes.sm} aria-hidden />}
              onClick={() => void discard.ask({ params: call.params }).then(onClose, () => undefined)}
            >
              {t('actions.discard')}
            </Button>
          </Can>
        </Group>
      )}
    </Stack>
  );
}

function Result({ outcome: { stored, reasons } }: { outcome: Outcome }) {
  const t = useText();
  const { reasonsText } = useDeadLetterReason();
  return (
    <Alert color={reasons.length === 0 ? 'teal' : 'orange'} role="status">
      <Text>{t('deadLetters.values', { count: stored })}</Text>
      {reasons.length > 0 && <Text size="sm">{reasonsText(reasons)}</Text>}
    </Alert>
  );
}
