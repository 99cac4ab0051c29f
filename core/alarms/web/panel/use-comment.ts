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

type Comment = { comment: string; mark?: string };

/** Comments on an alarm with one press, as parts of its details do. `send` is null if the person may not comment now. */
export function useComment(alarm: AlarmDetail): {
  pending: boolean;
  send: ((comment: Comment) => Promise<void>) | null;
} {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const app = appOfAlarm(alarm);
  const name = useActionName(app.id)('comment');
  const call = classCalls(app, alarm.class).action('comment');
  const may =
    call !== undefined &&
    alarm.actions.includes('comment') &&
    currentDenial(call.route.access, { resource: siteOf(alarm) }) === null;
  async function send(body: Comment): Promise<void> {
    if (!call) return;
    setPending(true);
    try {
      await showAlarm(client, 'comment', await sendAction(call, { alarm, name, body }));
    } catch (error) {
      // The client has shown a RequestError as a notification.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
    } finally {
      setPending(false);
    }
  }
  return { pending, send: may ? send : null };
}
