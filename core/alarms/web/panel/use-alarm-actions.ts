import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useWaitingOf } from '#platform/web/offline/send-or-keep.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import { type ActionCall, classCalls } from '../alarm-calls.ts';
import { useText } from '../texts.ts';
import { useRequestedAction } from './requested-action.ts';
import { sendAction, waitingAlarm } from './send-action.ts';
import { showAlarm } from './show-alarm.ts';

/** The ways to resolve an alarm. */
export const resolutions = ['terminate', 'reject'];

/** The state of the actions on an alarm, with their keys. */
export function useAlarmActions(alarm: AlarmDetail, app: AppManifest) {
  const t = useText();
  const calls = classCalls(app, alarm.class);
  const declared = app.alarmClasses?.[alarm.class]?.actions ?? {};
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
  const runner = useActionRunner(alarm, finish);
  const start = (action: string) => {
    if (declared[action]?.comment === 'needed' && !text.trim()) {
      setMissing(true);
      comment.current?.focus();
    } else if (declared[action]?.confirm) setConfirming(action);
    else run(action);
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

/** The name of an action, from the texts of the app under `actions`, else of this slice. */
export function useActionName(app: string): (action: string) => string {
  const appTexts = useLabels(app);
  const sharedTexts = useLabels('alarms');
  return (action) => (appTexts.has(`actions.${action}`) ? appTexts : sharedTexts).label(`actions.${action}`);
}

function useActionRunner(alarm: AlarmDetail, onDone: () => void) {
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
          await showAlarm(client, action, after);
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

/** Whether the stored actions, once they are sent, make this one unnecessary. */
const isSuperseded = (action: string, waiting: readonly string[]): boolean =>
  action !== 'comment' && waiting.some((name) => name === action || resolutions.includes(name));
