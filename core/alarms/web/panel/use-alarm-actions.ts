import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
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
import type { AlarmClass } from '../../common/manifest.ts';
import { marksOf } from '../../common/marks.ts';
import { needsComment } from '../../common/needed-comment.ts';
import { type ActionCall, classCalls, siteOf } from '../alarm-calls.ts';
import { useText } from '../texts.ts';
import type { FieldValues } from './ActionFields.tsx';
import { noExtras, sentExtras } from './CommentParts.tsx';
import { useRequestedAction } from './requested-action.ts';
import { sendAction, waitingAlarm } from './send-action.ts';
import { showAlarm } from './show-alarm.ts';

/** The ways to resolve an alarm. */
export const resolutions = ['terminate', 'reject'] as const;
type Resolution = (typeof resolutions)[number];
export const isResolution = (action: string): action is Resolution => resolutions.some((one) => one === action);

/** The state of the actions on an alarm, with their keys. */
export function useAlarmActions(alarm: AlarmDetail, app: AppManifest) {
  const calls = classCalls(app, alarm.class);
  const declared: AlarmClass['actions'] = app.alarmClasses?.[alarm.class]?.actions ?? {};
  const fieldsOf = (action: string) => declared[action]?.fields;
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [confirming, setConfirming] = useState<string | null>(null);
  const forms = useForms();
  const { fill, values, setValues, extras, clear, comment, mark } = forms;
  const role = roleOf(app, alarm);
  const marks = marksOf(app.alarmClasses?.[alarm.class], role);
  const nameOf = useActionName(app.id, alarm.desk);
  const markName = useMarkName(app.id);
  const resource = siteOf(alarm);
  const mayEscalate = usePermitted(calls.escalateUser?.route.access ?? { or: [] }, { resource });
  // `operationalAlarm.acknowledge`, or `acknowledgeMany` for several alarms at once.
  const waiting = useWaitingOf(waitingAlarm(alarm.id)).map(({ name }) => name.split('.')[1]?.replace('Many', '') ?? '');
  const available = alarm.actions.flatMap((name) => {
    const call = name === 'escalate-user' ? undefined : calls.action(name);
    const isOffered = call && declared[name]?.ownControl?.includes(role) !== true;
    return isOffered && !isSuperseded(name, waiting) && currentDenial(call.route.access, { resource }) === null
      ? { name, call }
      : [];
  });
  const canEscalate = mayEscalate && alarm.actions.includes('escalate-user');
  const finish = () => {
    setText('');
    setMissing(false);
    clear();
  };
  const runner = useActionRunner(alarm, finish);
  /** What was typed; a mark says enough without a text. */
  const commentOf = (action: string) => text.trim() || (action === 'comment' && markName(extras.mark)) || '';
  /** Opens the form of an action that has one; `given` is what was entered there. */
  const start = (action: string, given?: FieldValues) => {
    setValues(given ?? {});
    if (!given) fill(fieldsOf(action) ? action : null);
    if (!given && fieldsOf(action)) return;
    if (needsComment(declared[action], given ?? {}) && !commentOf(action)) {
      setMissing(true);
      comment.current?.focus();
    } else if (declared[action]?.confirm) setConfirming(action);
    else run(action, given);
  };
  const run = (action: string, given: FieldValues = values) => {
    const call = available.find(({ name }) => name === action)?.call;
    const added = action === 'comment' ? sentExtras(extras) : given;
    if (call) runner.start(action, nameOf(action), call, { comment: commentOf(action), ...added });
  };
  const isAvailable = (action: string) => available.some(({ name }) => name === action);
  useActionShortcuts(alarm, {
    app: app.id,
    start,
    isAvailable,
    escalate: canEscalate && forms.escalate,
    comment,
    mark,
  });
  return {
    ...forms,
    calls,
    available,
    canEscalate,
    text,
    setText,
    missing,
    confirming,
    setConfirming,
    fieldsOf,
    closes: (action: string) => declared[action]?.closes !== undefined,
    marks,
    runner,
    start,
    run,
    finish,
  };
}

/** The role of the company as which the person acts. */
const roleOf = (app: AppManifest, alarm: AlarmDetail): string =>
  (alarm.desk?.mine ? alarm.desk.role : alarm.party?.role) ?? app.alarmClasses?.[alarm.class]?.parties?.[0] ?? 'owner';

type Keyed = {
  app: string;
  start(action: string): void;
  isAvailable(action: string): boolean;
  escalate: false | (() => void);
  comment: RefObject<HTMLTextAreaElement | null>;
  /** The input of the mark of a comment; without marks there is none. */
  mark: RefObject<HTMLInputElement | null>;
};

/** The keys of the actions on the alarm that is open, and the action that was asked for before it was. */
function useActionShortcuts(alarm: AlarmDetail, { app, start, isAvailable, escalate, comment, mark }: Keyed): void {
  const t = useText();
  const nameOf = useActionName(app, alarm.desk);
  const of = alarm.subject.name;
  const escalates = { of, enabled: escalate !== false };
  const begin = () => {
    if (escalate) escalate();
  };
  useShortcut('a', nameOf('acknowledge'), () => start('acknowledge'), { of, enabled: isAvailable('acknowledge') });
  useShortcut('e', t('actions.escalate-user'), begin, escalates);
  useShortcut('u', t('actions.escalate-user'), begin, escalates);
  useShortcut('t', nameOf('terminate'), () => start('terminate'), { of, enabled: isAvailable('terminate') });
  useShortcut('r', nameOf('reject'), () => start('reject'), { of, enabled: isAvailable('reject') });
  useShortcut('m', t('mark'), () => mark.current?.focus(), { of, enabled: isAvailable('comment') });
  useShortcut('c', nameOf('comment'), () => comment.current?.focus(), { of, enabled: isAvailable('comment') });
  useRequestedAction(alarm.id, (action) => {
    if (action === 'comment') comment.current?.focus();
    else if (action === 'mark') mark.current?.focus();
    else if (action === 'escalate-user') begin();
    else if (isAvailable(action)) start(action);
  });
}

/** What was entered in addition to the text of the comment. */
function useForms() {
  const comment = useRef<HTMLTextAreaElement>(null);
  const mark = useRef<HTMLInputElement>(null);
  /** The action whose form is open. */
  const [filling, setFilling] = useState<string | null>(null);
  const [escalating, setEscalating] = useState(false);
  const [values, setValues] = useState<FieldValues>({});
  const [extras, setExtras] = useState(noExtras);
  /** One form at a time is open. */
  const fill = (action: string | null) => {
    setFilling(action);
    setEscalating(false);
  };
  const escalate = () => {
    setFilling(null);
    setEscalating(true);
  };
  /** The focus is again where the keys of the actions work: what had it may be gone. */
  const cancel = () => {
    fill(null);
    comment.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
  const clear = () => {
    setValues({});
    setExtras(noExtras);
    cancel();
  };
  return { comment, mark, filling, fill, escalating, escalate, cancel, values, setValues, extras, setExtras, clear };
}

/**
 * The name of an action, from the texts of the app under `alarmActions`, or under `actions` if nothing else there has its
 * name; else from those of this slice. Where another company has to act, an acknowledgement says only that the alarm has
 * been seen.
 */
export function useActionName(app: string, desk: AlarmDetail['desk'] = null): (action: string) => string {
  const appTexts = useLabels(app);
  const sharedTexts = useLabels('alarms');
  return (action) => {
    if (action === 'acknowledge' && desk?.mine === false) return sharedTexts.label('actions.seen');
    if (appTexts.has(`alarmActions.${action}`)) return appTexts.label(`alarmActions.${action}`);
    return (appTexts.has(`actions.${action}`) ? appTexts : sharedTexts).label(`actions.${action}`);
  };
}

/** The name of a mark; null of none. */
function useMarkName(app: string): (mark: string | null) => string | null {
  const { label } = useLabels(app);
  return (mark) => (mark === null ? null : label(`marks.${mark}`));
}

function useActionRunner(alarm: AlarmDetail, onDone: () => void) {
  const [pending, setPending] = useState<string | null>(null);
  const [keys] = useState(createIdempotencyKeys);
  const client = useQueryClient();
  return {
    pending,
    start(action: string, name: string, call: ActionCall, body: Readonly<Record<string, unknown>>) {
      setPending(action);
      sendAction(call, { alarm, name, body, key: keys.keyFor([action, alarm.id, body, filesIn(body)]) })
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

/** What distinguishes the files of a body, which are not part of its JSON. */
const filesIn = (body: Readonly<Record<string, unknown>>) =>
  Object.values(body)
    .flat()
    .flatMap((value) => (value instanceof File ? [[value.name, value.size, value.lastModified]] : []));

/** Whether the stored actions, once they are sent, make this one unnecessary. */
const isSuperseded = (action: string, waiting: readonly string[]): boolean =>
  action !== 'comment' && waiting.some((name) => name === action || isResolution(name));
