import type { Selectable } from 'kysely';
import type { Session } from '#platform/common/access.ts';
import type { Tables } from '#platform/server/tables.ts';
import type { Command } from '../common/command.ts';

/** A command as the timeline of an alarm shows it. */
export type SentCommand = {
  id: number;
  method: string;
  params: unknown;
  device: { id: number; name: string; solutionId: number };
};

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /**
     * Whether a command can reach a device without its own connection; a listener that can deliver it sets `reachable`.
     */
    'command.route': { device: Selectable<Tables['device']>; method: string; reachable: boolean };
    /**
     * A command is queued; a listener may refuse it. `params` hold its secrets. `by`: the person, null for the
     * platform; `alarmId`: the alarm that made a rule or a person send it; `cause`: data that the sending slice passes
     * to its own listener.
     */
    'command.queued': {
      id: number;
      device: Selectable<Tables['device']>;
      method: string;
      params: Readonly<Record<string, unknown>>;
      by: number | null;
      alarmId: number | null;
      cause: object | null;
    };
    /** A queued command is cancelled; a listener that has passed it on refuses. */
    'command.cancelled': { id: number; deviceId: number };
    /** A device has reported its configuration. Emitted by the system. */
    'device.configured': { id: number };
    /** A command that configures a device is confirmed, failed or expired. Emitted by the system. */
    'config-command.ended': { deviceId: number; state: 'confirmed' | 'failed' | 'expired' | 'cancelled' };
    /** A person has sent a command because of an alarm, which the person must be allowed to read. */
    'command.sent': { alarmId: number; companyId: number; sent: SentCommand; sender: Session };
    /** Commands are confirmed, have failed or expired, or their outcome became unknown, which a late report may still settle. */
    'command.ended': { commands: readonly Pick<Command, 'id' | 'deviceId' | 'method' | 'state'>[] };
    /**
     * A device reported, or failed to report in time, the result of a command for which its app declares a kind of
     * alarm. Emitted by the system.
     */
    'command.followed': { deviceId: number; kind: string; followed: boolean };
  }
}

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** A command waits for the connection of its device. */
    'command.queued': { id: number; deviceId: number };
  }
}
