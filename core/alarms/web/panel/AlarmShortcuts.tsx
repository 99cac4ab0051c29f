import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { alarmSearch } from '../AlarmCells.tsx';
import { appOfAlarm, classCalls, needsForm, siteOf } from '../alarm-calls.ts';
import { useText } from '../texts.ts';
import { requestAction } from './requested-action.ts';
import { sendAction } from './send-action.ts';
import { alarmRowOf, showAlarm } from './show-alarm.ts';

const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('main tbody tr[data-key]')];

/** The key of the row with the focus. */
const focusedRow = () => Number(document.activeElement?.closest<HTMLElement>('tr[data-key]')?.dataset.key) || null;

/** The shortcuts of a list of alarms, which act on the focused row. An open panel has its own shortcuts. */
export function AlarmShortcuts() {
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
  const begin = (action: 'comment' | 'escalate') => {
    const id = focusedRow();
    if (!id) return;
    requestAction({ alarm: id, action });
    show(id);
  };
  const panel = open !== null;
  useShortcut('j', kitText('shortcuts.nextRow'), () => next(1), { enabled: panel });
  useShortcut('k', kitText('shortcuts.previousRow'), () => next(-1), { enabled: panel });
  useShortcut('a', t('actions.acknowledge'), () => void acknowledge(), { enabled: !panel });
  useShortcut('e', t('actions.escalate-user'), () => begin('escalate'), { enabled: !panel });
  useShortcut('c', t('actions.comment'), () => begin('comment'), { enabled: !panel });
  return null;
}
