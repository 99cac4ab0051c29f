// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceCheck: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      kind: string;
      doneOn: string;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    deviceCommand: {
      id: GeneratedAlways<number>;
      deviceId: number;
      companyId: number;
      method: string;
      params: Generated<unknown>;
      state: Generated<'queued' | 'sent' | 'delivered' | 'confirmed' | 'failed' | 'expired' | 'unknown'>;
      response: unknown;
      requestedBy: number | null;
      changedAt: DefaultInstant;
      expiresAt: Instant;
      createdAt: DefaultInstant;
      impersonatedBy: Generated<number | null>;
      wanted: unknown;
      subject: string | null;
      expected: unknown;
      confirmSeconds: number | null;
      confirmBy: Instant | null;
      unfollowed: Generated<boolean>;
      sentAt: Instant | null;
      reason: string | null;
      alarmId: number | null;
      trace: Generated<unknown>;
      sealed: Buffer | null;
      first: Generated<boolean>;
      once: Generated<boolean>;
      sendBy: Instant | null;
      waitsFor: string | null;
    };
    deviceListener: {
      deviceId: number;
      gatewayId: string;
    };
    gatewayProcess: {
      id: string;
      seenAt: DefaultInstant;
    };
  }
}
