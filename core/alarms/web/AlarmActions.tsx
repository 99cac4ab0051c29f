import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconArrowUpRight, IconBan, IconChecks, IconCircleX, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import type { AlarmAction, AlarmDetail } from '../common/alarm.ts';
import classes from './Alarms.module.css';
import { type AlarmCalls, callFor } from './alarm-calls.ts';
import { EscalateForm } from './EscalateForm.tsx';
import { useText } from './texts.ts';

type Props = { alarm: AlarmDetail; calls: AlarmCalls; onDone(after: AlarmDetail): void };
type Plain = Exclude<AlarmAction, 'escalate-user'>;

const icons = { acknowledge: IconChecks, comment: IconMessage, terminate: IconCircleX, reject: IconBan } as const;
const needsText = new Set<AlarmAction>(['comment', 'reject']);
const asksFirst = new Set<AlarmAction>(['terminate', 'reject']);
const longest = 2000;

/** What the alarm's state and the person's permissions in its structure allow, with one comment for whichever is done. */
export function AlarmActions({ alarm, calls, onDone }: Props) {
  const t = useText();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState<Plain | null>(null);
  const [escalating, setEscalating] = useState(false);
  const may = usePermittedActions(calls, alarm.structure?.id ?? null);
  const actions = alarm.actions.filter((action) => may[action]);
  const finish = (after: AlarmDetail) => {
    setText('');
    setMissing(false);
    setEscalating(false);
    onDone(after);
  };
  const run = useHandling(calls, alarm.id, finish);
  const start = (action: Plain) => {
    if (needsText.has(action) && !text.trim()) return setMissing(true);
    if (asksFirst.has(action)) setAsking(action);
    else run.start(action, text.trim());
  };
  if (actions.length === 0) return null;
  const plain = actions.filter((action): action is Plain => action !== 'escalate-user');
  return (
    <Stack gap="xs">
      <Textarea
        label={t('comment')}
        value={text}
        maxLength={longest}
        autosize
        minRows={2}
        error={missing && !text.trim() ? t('commentNeeded') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start('comment');
        }}
      />
      <Group gap="xs" className={classes.actions}>
        {plain.map((action) => {
          const Icon = icons[action];
          return (
            <Button
              key={action}
              size="xs"
              variant={action === 'acknowledge' ? 'filled' : 'default'}
              leftSection={<Icon size={iconSizes.sm} aria-hidden />}
              loading={run.pending === action}
              onClick={() => start(action)}
            >
              {t(`actions.${action}`)}
            </Button>
          );
        })}
        {actions.includes('escalate-user') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowUpRight size={iconSizes.sm} aria-hidden />}
            aria-expanded={escalating}
            onClick={() => setEscalating(!escalating)}
          >
            {t('actions.escalate-user')}
          </Button>
        )}
      </Group>
      {escalating && <EscalateForm alarm={alarm} calls={calls} comment={text.trim()} onDone={finish} />}
      <ConfirmDialog
        opened={asking !== null}
        title={t(`ask.${asking === 'reject' ? 'reject' : 'terminate'}`)}
        message={t('askText')}
        entityName={alarm.device.name}
        confirmLabel={t(`actions.${asking ?? 'terminate'}`)}
        onConfirm={() => {
          if (asking) run.start(asking, text.trim());
          setAsking(null);
        }}
        onCancel={() => setAsking(null)}
      />
    </Stack>
  );
}

function usePermittedActions(calls: AlarmCalls, resource: number | null): Record<AlarmAction, boolean> {
  const nobody = { or: [] };
  return {
    acknowledge: usePermitted(calls.acknowledge.route.access, { resource }),
    comment: usePermitted(calls.comment.route.access, { resource }),
    terminate: usePermitted(calls.terminate.route.access, { resource }),
    reject: usePermitted(calls.reject?.route.access ?? nobody, { resource }),
    'escalate-user': usePermitted(calls.escalateUser?.route.access ?? nobody, { resource }),
  };
}

function useHandling(calls: AlarmCalls, id: number, onDone: (after: AlarmDetail) => void) {
  const [pending, setPending] = useState<Plain | null>(null);
  const actions = {
    acknowledge: useAction(calls.acknowledge, { onDone }),
    comment: useAction(calls.comment, { onDone }),
    terminate: useAction(calls.terminate, { onDone }),
    reject: useAction(calls.reject ?? calls.terminate, { onDone }),
  };
  return {
    pending,
    start(action: Plain, comment: string) {
      if (!callFor(calls, action)) return;
      setPending(action);
      // A refusal was told by its notice.
      actions[action]
        .ask({ params: { id }, body: { comment } })
        .catch(() => undefined)
        .finally(() => setPending(null));
    },
  };
}
