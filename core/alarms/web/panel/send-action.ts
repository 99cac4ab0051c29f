import { sendOrKeep } from '#platform/web/offline/send-or-keep.ts';
import type { Alarm, AlarmDetail } from '../../common/alarm.ts';
import type { ActionCall } from '../alarm-calls.ts';

/** An alarm as kept changes name it. */
export const waitingAlarm = (id: number): string => `alarm/${id}`;

type Action = {
  alarm: Pick<Alarm, 'id' | 'subject' | 'structure'>;
  /** The name of the action in the person's language. */
  name: string;
  /** The comment, and what the action asks in addition. */
  body?: Readonly<Record<string, unknown>>;
  /** The idempotency key; by default a new one. */
  key?: string;
};

/** Sends an action on an alarm; without a network it is kept, and rejects with a RequestError that is `kept`. */
export const sendAction = (call: ActionCall, { alarm, name, body = {}, key }: Action): Promise<AlarmDetail> =>
  sendOrKeep(
    call,
    { params: { id: alarm.id }, body },
    {
      title: name,
      record: [alarm.subject.name, alarm.structure?.name].filter(Boolean).join(' · '),
      of: waitingAlarm(alarm.id),
    },
    key,
  );
