import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import type { AlarmClass } from '../../common/manifest.ts';
import { alarmSearch } from '../AlarmCells.tsx';
import { appOfAlarm, classCalls, needsForm, siteOf } from '../alarm-calls.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { ActionKey } from './ActionKey.tsx';
import { requestAction } from './requested-action.ts';
import { sendAction } from './send-action.ts';
import { alarmRowOf, showAlarm } from './show-alarm.ts';
import { useActionName } from './use-alarm-actions.ts';

const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('main tbody tr[data-key]')];

/** The key of the row with the focus. */
const focusedRow = () => Number(document.activeElement?.closest<HTMLElement>('tr[data-key]')?.dataset.key) || null;

/** The shortcuts of a class that an app shows on a page of its own: those of its actions are added. */
type Props = { of?: { app: AppManifest; class: string } };

/** The shortcuts of a list of alarms, which act on the focused row. An open panel has its own shortcuts. */
export function AlarmShortcuts({ of }: Props) {
  const t = useText();
  const kitText = useKitText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const open = Number(params.get('alarm')) || null;
  const show = (id: number) => void navigate(alarmSearch(params, id), { preventScrollReset: true });
  const next = (step: 1 | -1) => {
    const keys = rowsOfPage().map(({ dataset }) => Number(dataset.key));
    const key = keys[keys.indexOf(open ?? 0) + step];
    if (key) show(key);
  };
  const acknowledge = async () => {
    if (open) return requestAction({ alarm: open, action: 'acknowledge' });
    const id = focusedRow();
    if (!id) return;
    try {
      const alarm = alarmRowOf(client, id);
      if (!alarm) return;
      const call = classCalls(appOfAlarm(alarm), alarm.class).action('acknowledge');
      const denied = !call || currentDenial(call.route.access, { resource: siteOf(alarm) }) !== null;
      if (denied || !alarm.actions.includes('acknowledge')) return;
      if (needsForm(appOfAlarm(alarm), alarm.class, 'acknowledge')) return show(id);
      await showAlarm(client, 'acknowledge', await sendAction(call, { alarm, name: t('actions.acknowledge') }));
    } catch (error) {
      // The client has shown a RequestError as a notification.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
    }
  };
  const begin = (action: string) => {
    const id = open ?? focusedRow();
    if (!id) return;
    requestAction({ alarm: id, action });
    if (!open) show(id);
  };
  const panel = open !== null;
  // The panel takes the keys once it has the alarm. One pressed before that is for this alarm too.
  const opening = useData(api.alarm.get, { params: { id: open ?? 0 } }, { enabled: false }).data === undefined;
  const takes = !panel || opening;
  useShortcut('j', kitText('shortcuts.nextRow'), () => next(1), { enabled: panel });
  useShortcut('k', kitText('shortcuts.previousRow'), () => next(-1), { enabled: panel });
  useShortcut('a', t('actions.acknowledge'), () => void acknowledge(), { enabled: takes });
  useShortcut('e', t('actions.escalate-user'), () => begin('escalate-user'), { enabled: takes });
  useShortcut('u', t('actions.escalate-user'), () => begin('escalate-user'), { enabled: takes });
  useShortcut('c', t('actions.comment'), () => begin('comment'), { enabled: takes });
  return of && takes ? <ClassKeys {...of} begin={begin} /> : null;
}

type KeysProps = { app: AppManifest; class: string; begin(action: string): void };

/** The keys of a class whose actions are known: those that close an alarm, that of the mark, and those that it declares. */
function ClassKeys({ app, class: name, begin }: KeysProps) {
  const t = useText();
  const nameOf = useActionName(app.id);
  const { actions = {}, marks = [] }: Partial<AlarmClass> = app.alarmClasses?.[name] ?? {};
  const keys = [
    ...(actions.terminate ? [['terminate', 't'] as const] : []),
    ...(actions.reject ? [['reject', 'r'] as const] : []),
    ...Object.entries(actions).flatMap(([action, { key }]) => (key ? [[action, key] as const] : [])),
  ];
  return (
    <>
      {keys.map(([action, key]) => (
        <ActionKey key={action} shortcut={key} name={nameOf(action)} run={() => begin(action)} />
      ))}
      {marks.length > 0 && <ActionKey shortcut="m" name={t('mark')} run={() => begin('mark')} />}
    </>
  );
}
