import { Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core';
import {
  IconArrowUpRight,
  IconBan,
  IconChecks,
  IconChevronDown,
  IconCircleCheck,
  IconMessage,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useWaitingOf } from '#platform/web/offline/send-or-keep.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { AlarmDetail } from '../common/alarm.ts';
import classes from './Alarms.module.css';
import { type ActionCall, type AlarmCalls, alarmCalls, listCalls } from './alarm-calls.ts';
import { EscalateForm } from './EscalateForm.tsx';
import { useRequestedAction } from './requested-action.ts';
import { sendAction, waitingAlarm } from './send-action.ts';
import { showAlarm } from './show-alarm.ts';
import { useText } from './texts.ts';

type Props = { alarm: AlarmDetail; app: AppManifest };

const icons: Readonly<Record<string, typeof IconChecks>> = {
  acknowledge: IconChecks,
  comment: IconMessage,
  terminate: IconCircleCheck,
  reject: IconBan,
};
const needsText = new Set(['comment', 'reject']);
/** Actions without a confirmation. */
const unconfirmedActions = new Set(['acknowledge', 'comment']);
/** The ways to resolve an alarm. */
const resolutions = ['terminate', 'reject'];
const maxCommentLength = 2000;

/** The actions that the alarm's state and the person's permissions allow, with a comment field for all of them. */
export function AlarmActions({ alarm, app }: Props) {
  const t = useText();
  const nameOf = useActionName(app.id);
  const actions = useActions(alarm, app);
  const { available, canEscalate, text, comment, confirming, escalating, runner, start } = actions;
  if (available.length === 0 && !canEscalate) return null;
  const resolving = resolutions.filter((action) => available.some(({ name }) => name === action));
  return (
    <Stack gap="xs">
      <Textarea
        ref={comment}
        label={t('comment')}
        value={text}
        maxLength={maxCommentLength}
        autosize
        minRows={2}
        error={actions.missing && !text.trim() ? t('commentNeeded') : undefined}
        onChange={(event) => actions.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start('comment');
        }}
      />
      <Group gap="xs" className={classes.actions}>
        {available
          .filter(({ name }) => !resolving.includes(name))
          .map(({ name: action }) => (
            <ActionButton
              key={action}
              action={action}
              name={nameOf(action)}
              pending={runner.pending === action}
              onClick={() => start(action)}
            />
          ))}
        <ResolveMenu actions={resolving} pending={runner.pending} onChoose={start} />
        {canEscalate && (
          <ActionButton
            action="escalate-user"
            name={t('actions.escalate-user')}
            expanded={escalating}
            onClick={() => actions.setEscalating(!escalating)}
          />
        )}
      </Group>
      {escalating && (
        <EscalateForm app={app} alarm={alarm} calls={actions.calls} comment={text.trim()} onDone={actions.finish} />
      )}
      <AskedToAcknowledge
        alarm={alarm}
        name={nameOf('acknowledge')}
        available={available.some(({ name }) => name === 'acknowledge')}
        onConfirm={() => actions.run('acknowledge')}
      />
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
          if (confirming) actions.run(confirming);
          actions.setConfirming(null);
        }}
        onCancel={() => actions.setConfirming(null)}
      />
    </Stack>
  );
}

type AskedProps = { alarm: AlarmDetail; name: string; available: boolean; onConfirm(): void };

/** The question of a link in a mail: to follow the link acknowledges nothing. */
function AskedToAcknowledge({ alarm, name, available, onConfirm }: AskedProps) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('do');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <ConfirmDialog
      opened={available && params.get('do') === 'acknowledge'}
      title={t('askFor', { action: name })}
      message={t('askAcknowledge')}
      entityName={alarm.subject.name}
      confirmLabel={name}
      danger={false}
      onConfirm={() => {
        close();
        onConfirm();
      }}
      onCancel={close}
    />
  );
}

/** The state of the actions on an alarm, with their keys. */
function useActions(alarm: AlarmDetail, app: AppManifest) {
  const t = useText();
  const calls = alarmCalls(app, alarm.class);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [confirming, setConfirming] = useState<string | null>(null);
  const [escalating, setEscalating] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const nameOf = useActionName(app.id);
  const resource = alarm.structure?.id ?? null;
  const mayEscalate = usePermitted(calls.escalateUser?.route.access ?? { or: [] }, { resource });
  // `operationalAlarm.acknowledge`, or `acknowledgeMany` for several alarms at once.
  const waiting = useWaitingOf(waitingAlarm(alarm.id)).map(({ name }) => name.split('.')[1]?.replace('Many', '') ?? '');
  const available = alarm.actions.flatMap((name) => {
    const call = name === 'escalate-user' ? undefined : calls.action(name);
    return call && !isSuperseded(name, waiting) && currentDenial(call.route.access, { resource }) === null
      ? { name, call }
      : [];
  });
  const canEscalate = mayEscalate && alarm.actions.includes('escalate-user');
  const finish = () => {
    setText('');
    setMissing(false);
    setEscalating(false);
  };
  const runner = useActionRunner(listCalls(app, alarm.class), alarm, finish);
  const start = (action: string) => {
    if (needsText.has(action) && !text.trim()) {
      setMissing(true);
      comment.current?.focus();
    } else if (unconfirmedActions.has(action)) run(action);
    else setConfirming(action);
  };
  const run = (action: string) => {
    const call = available.find(({ name }) => name === action)?.call;
    if (call) runner.start(action, nameOf(action), call, text.trim());
  };
  const isAvailable = (action: string) => available.some(({ name }) => name === action);
  const of = alarm.subject.name;
  useShortcut('a', nameOf('acknowledge'), () => run('acknowledge'), { of, enabled: isAvailable('acknowledge') });
  useShortcut('e', t('actions.escalate-user'), () => setEscalating(true), { of, enabled: canEscalate });
  useShortcut('c', nameOf('comment'), () => comment.current?.focus(), { of, enabled: isAvailable('comment') });
  useRequestedAction(alarm.id, (action) => {
    if (action === 'comment') comment.current?.focus();
    else setEscalating(canEscalate);
  });
  return {
    calls,
    available,
    canEscalate,
    text,
    setText,
    comment,
    missing,
    confirming,
    setConfirming,
    escalating,
    setEscalating,
    runner,
    start,
    run,
    finish,
  };
}

type ResolveProps = { actions: readonly string[]; pending: string | null; onChoose(action: string): void };

/** The ways to resolve an alarm, each with what it means. */
function ResolveMenu({ actions, pending, onChoose }: ResolveProps) {
  const t = useText();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCircleCheck size={iconSizes.sm} aria-hidden />}
          rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />}
          loading={pending !== null && actions.includes(pending)}
        >
          {t('resolve.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['terminate', 'reject'] as const)
          .filter((action) => actions.includes(action))
          .map((action) => (
            <Menu.Item key={action} onClick={() => onChoose(action)}>
              {t(`actions.${action}`)}
              <Text size="xs" c="dimmed">
                {t(`resolve.${action}`)}
              </Text>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
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

function useActionRunner(calls: AlarmCalls, alarm: AlarmDetail, onDone: () => void) {
  const [pending, setPending] = useState<string | null>(null);
  const [keys] = useState(createIdempotencyKeys);
  const client = useQueryClient();
  return {
    pending,
    start(action: string, name: string, call: ActionCall, comment: string) {
      setPending(action);
      sendAction(call, { alarm, name, comment, key: keys.keyFor([action, alarm.id, comment]) })
        .then(async (after) => {
          keys.answered();
          await showAlarm(client, calls, action, after);
          onDone();
        })
        // The client has shown the error as a notification.
        .catch((error: Error) => {
          keys.failed(error);
          if (!(error instanceof RequestError)) notifyUnknownError(error);
          else if (error.kept) onDone();
        })
        .finally(() => setPending(null));
    },
  };
}

/** Whether kept actions, once they are sent, leave nothing to do for this one. */
const isSuperseded = (action: string, waiting: readonly string[]): boolean =>
  action !== 'comment' && waiting.some((name) => name === action || resolutions.includes(name));
