import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import { appOfAlarm, classCalls, siteOf } from '../alarm-calls.ts';
import { sendAction } from './send-action.ts';
import { showAlarm } from './show-alarm.ts';
import { useActionName } from './use-alarm-actions.ts';

/** What an action takes: a comment, its mark, and what its class declares. */
type Body = Readonly<Record<string, unknown>> & { comment?: string; mark?: string };

/**
 * An action on an alarm with one press, as parts of its details offer it. `send` is null if the person may not do it now; it
 * resolves to whether the action was taken, or kept until there is a network.
 */
export function useAlarmAction(
  alarm: AlarmDetail,
  action: string,
): { pending: boolean; send: ((body: Body) => Promise<boolean>) | null } {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const app = appOfAlarm(alarm);
  const name = useActionName(app.id)(action);
  const call = classCalls(app, alarm.class).action(action);
  const may =
    call !== undefined &&
    alarm.actions.includes(action) &&
    currentDenial(call.route.access, { resource: siteOf(alarm) }) === null;
  async function send(body: Body): Promise<boolean> {
    if (!call) return false;
    setPending(true);
    try {
      await showAlarm(client, action, await sendAction(call, { alarm, name, body }));
      return true;
    } catch (error) {
      // The client has shown a RequestError as a notification.
      if (error instanceof RequestError) return error.kept;
      notifyUnknownError(error);
      return false;
    } finally {
      setPending(false);
    }
  }
  return { pending, send: may ? send : null };
}
