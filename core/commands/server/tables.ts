import type { ColumnType, Generated } from 'kysely';
import type { CommandState } from '../common/command.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceCommand: {
      id: number;
      deviceId: number;
      companyId: number;
      method: string;
      params: unknown;
      state: CommandState;
      sealed: Buffer | null;
      first: Generated<boolean>;
      response: unknown;
      wanted: Generated<unknown>;
      subject: string | null;
      expected: unknown;
      confirmSeconds: number | null;
      confirmBy: Generated<string | null>;
      unfollowed: Generated<boolean>;
      sentAt: Generated<string | null>;
      sendBy: ColumnType<string | null, string | null | undefined, string | null>;
      once: Generated<boolean>;
      reason: Generated<string | null>;
      alarmId: number | null;
      trace: Generated<unknown>;
      requestedBy: number | null;
      createdAt: string;
      changedAt: string;
      expiresAt: string;
    };
  }
}
