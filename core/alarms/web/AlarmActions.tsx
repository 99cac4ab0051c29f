import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconArrowUpRight, IconBan, IconChecks, IconCircleX, IconMessage } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { AlarmDetail } from '../common/alarm.ts';
import classes from './Alarms.module.css';
import type { ActionCall, AlarmCalls, AlarmSource } from './alarm-calls.ts';
import { EscalateForm } from './EscalateForm.tsx';
import { showAlarm } from './show-alarm.ts';
import { useText } from './texts.ts';

type Props = { alarm: AlarmDetail; source: AlarmSource };

const icons: Readonly<Record<string, typeof IconChecks>> = {
  acknowledge: IconChecks,
  comment: IconMessage,
  terminate: IconCircleX,
  reject: IconBan,
};
const needsText = new Set(['comment', 'reject']);
/** Actions without a confirmation. */
const unconfirmedActions = new Set(['acknowledge', 'comment']);
const maxCommentLength = 2000;

/** The actions that the alarm's state and the person's permissions allow, with a comment field for all of them. */
export function AlarmActions({ alarm, source }: Props) {
  const { calls, app } = source;
  const t = useText();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [confirming, setConfirming] = useState<string | null>(null);
  const [escalating, setEscalating] = useState(false);
  const nameOf = useActionName(app.id);
  const resource = alarm.structure?.id ?? null;
  const mayEscalate = usePermitted(calls.escalateUser?.route.access ?? { or: [] }, { resource });
  const available = alarm.actions.flatMap((name) => {
    const call = name === 'escalate-user' ? undefined : calls.action(name);
    return call && currentDenial(call.route.access, { resource }) === null ? { name, call } : [];
  });
  const canEscalate = mayEscalate && alarm.actions.includes('escalate-user');
  const finish = () => {
    setText('');
    setMissing(false);
    setEscalating(false);
  };
  const runner = useActionRunner(calls, alarm.id, finish);
  const start = (action: string) => {
    if (needsText.has(action) && !text.trim()) return setMissing(true);
    if (unconfirmedActions.has(action)) run(action);
    else setConfirming(action);
  };
  const run = (action: string) => {
    const call = available.find(({ name }) => name === action)?.call;
    if (call) runner.start(action, call, text.trim());
  };
  if (available.length === 0 && !canEscalate) return null;
  return (
    <Stack gap="xs">
      <Textarea
        label={t('comment')}
        value={text}
        maxLength={maxCommentLength}
        autosize
        minRows={2}
        error={missing && !text.trim() ? t('commentNeeded') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start('comment');
        }}
      />
      <Group gap="xs" className={classes.actions}>
        {available.map(({ name: action }) => (
          <ActionButton
            key={action}
            action={action}
            name={nameOf(action)}
            pending={runner.pending === action}
            onClick={() => start(action)}
          />
        ))}
        {canEscalate && (
          <ActionButton
            action="escalate-user"
            name={t('actions.escalate-user')}
            expanded={escalating}
            onClick={() => setEscalating(!escalating)}
          />
        )}
      </Group>
      {escalating && <EscalateForm alarm={alarm} calls={calls} comment={text.trim()} onDone={finish} />}
      <ConfirmDialog
        opened={confirming !== null}
        title={
          confirming === 'terminate' || confirming === 'reject'
            ? t(`ask.${confirming}`)
            : t('askFor', { action: nameOf(confirming ?? 'terminate') })
        }
        message={t('askText')}
        entityName={alarm.subject.name}
        confirmLabel={nameOf(confirming ?? 'terminate')}
        onConfirm={() => {
          if (confirming) run(confirming);
          setConfirming(null);
        }}
        onCancel={() => setConfirming(null)}
      />
    </Stack>
  );
}

type ButtonProps = { action: string; name: string; pending?: boolean; expanded?: boolean; onClick(): void };

function ActionButton({ action, name, pending = false, expanded, onClick }: ButtonProps) {
  const Icon = icons[action] ?? IconArrowUpRight;
  return (
    <Button
      size="xs"
      variant={action === 'acknowledge' ? 'filled' : 'default'}
      leftSection={<Icon size={iconSizes.sm} aria-hidden />}
      loading={pending}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {name}
    </Button>
  );
}

/** The name of an action, from the texts of the app under `actions`, else of this slice. */
function useActionName(app: string): (action: string) => string {
  const appTexts = useLabels(app);
  const sharedTexts = useLabels('alarms');
  return (action) => (appTexts.has(`actions.${action}`) ? appTexts : sharedTexts).label(`actions.${action}`);
}

function useActionRunner(calls: AlarmCalls, id: number, onDone: () => void) {
  const [pending, setPending] = useState<string | null>(null);
  const client = useQueryClient();
  return {
    pending,
    start(action: string, call: ActionCall, comment: string) {
      setPending(action);
      call
        .send({ params: { id }, body: { comment } })
        .then(async (after) => {
          await showAlarm(client, calls, action, after);
          onDone();
        })
        // The client has shown the error as a notification.
        .catch((error: unknown) => {
          if (!(error instanceof RequestError)) notifyUnknownError(error);
        })
        .finally(() => setPending(null));
    },
  };
}
