import type { RawBuilder } from 'kysely';
import type { Alarm } from '../common/alarm.ts';
import type { AlarmNotification } from '../common/alarm-notification.ts';

/** The company as which a person acts on an alarm. */
export type ActingSide = { companyId: number; role: string; hasDesk: boolean; isAdministrator: boolean };

/** An alarm in an event. `structureId` and `deviceId` are those of the company of the alarm. */
export type AlarmFacts = Pick<Alarm, 'id' | 'companyId' | 'app' | 'class' | 'kind' | 'severity'> & {
  /** Null if it is about a device alone. */
  subject: { type: string; id: number } | null;
  structureId: number | null;
  deviceId: number | null;
};

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** Alarms that were not open before, in the transaction that raises them: a request, a job or a batch of telemetry. */
    'alarm.raised': { alarms: readonly AlarmFacts[] };
    /** Alarms that a person has closed, or that have ended by themselves. */
    'alarm.closed': { alarms: readonly AlarmFacts[] };
    /**
     * A person closes an alarm by an action, which stated this in addition to the comment. A listener may refuse it, and
     * change what the alarm is about in the same transaction.
     */
    'alarm.closing': {
      alarm: AlarmFacts & { firstAt: string };
      action: string;
      stated: Readonly<Record<string, unknown>>;
    };
    /**
     * A person is about to do something with open alarms of an app. A listener may refuse it, and do more in the same
     * transaction: what is then stored is that of the alarms before it.
     */
    'alarm.acting': {
      alarms: readonly (AlarmFacts & { rank: number; acknowledged: boolean; by: ActingSide })[];
      action: string;
      /** The mark and text of its comment. */
      mark: string | null;
      text: string | null;
    };
    /** Open alarms that another of their companies has to act on from now on. */
    'alarm.desk-moved': { alarms: readonly Pick<AlarmFacts, 'id' | 'app' | 'class'>[] };
    /** The notifications of an alarm are read; the slice that sends them sets `notifications`, oldest first. */
    'alarm.notifications': { alarmId: number; notifications: readonly AlarmNotification[] };
    /**
     * The bell of a person is read; the slice of the messages sets `messages` to the number of unread ones about the
     * alarms `t` that the condition `readable` admits.
     */
    'bell.counted': { userId: number; readable: RawBuilder<unknown>; messages: number };
  }
}
