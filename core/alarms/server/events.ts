import type { RawBuilder } from 'kysely';
import type { AlarmNotification } from '../common/alarm-notification.ts';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** The notifications of an alarm are read; the slice that sends them sets `notifications`, oldest first. */
    'alarm.notifications': { alarmId: number; notifications: readonly AlarmNotification[] };
    /**
     * The bell of a person is read; the slice of the messages sets `messages` to the number of unread ones about the
     * alarms `t` that the condition `readable` admits.
     */
    'bell.counted': { userId: number; readable: RawBuilder<unknown>; messages: number };
  }
}
