// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    stateCorrection: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      sensorId: number;
      channel: string;
      time: Instant;
      value: number | null;
      reason: string;
      userId: number;
      createdAt: DefaultInstant;
    };
    stateCurrent: {
      id: GeneratedAlways<number>;
      deviceId: number;
      sensorId: number;
      channel: string;
      value: number | null;
      since: Instant;
      quality: 'measured' | 'bounded' | 'corrected';
      lastAt: Instant | null;
      reported: number | null;
      silent: boolean;
      changingSince: Instant | null;
      changingQuality: 'measured' | 'bounded' | null;
      advancedAt: Instant | null;
      dueAt: Instant | null;
      made: Generated<boolean>;
    };
    stateInterval: {
      deviceId: number;
      sensorId: number;
      channel: string;
      time: Instant;
      endedAt: Instant;
      value: number | null;
      quality: 'measured' | 'bounded' | 'corrected';
    };
  }
}
