// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deadLetter: {
      id: GeneratedAlways<number>;
      deviceId: number | null;
      companyId: number;
      topic: string;
      payload: Buffer;
      size: number;
      reasons: unknown;
      receivedAt: DefaultInstant;
      replayedAt: Instant | null;
      createdAt: DefaultInstant;
      discardedAt: Instant | null;
      reason: GeneratedAlways<string>;
      connectorId: number | null;
      connectorName: string | null;
      externalId: string | null;
      stage: Generated<string>;
      codecVersion: number | null;
    };
    deadLetterFolded: {
      id: GeneratedAlways<number>;
      deviceId: number | null;
      companyId: number;
      reason: string;
      count: number;
      bytes: number;
      firstAt: Instant;
      lastAt: Instant;
      createdAt: DefaultInstant;
    };
    deadLetterTotal: {
      deviceId: number | null;
      companyId: number;
      kept: number;
      bytes: number;
      createdAt: DefaultInstant;
    };
    deviceEvent: {
      id: Generated<number>;
      deviceId: number;
      time: Instant;
      key: string;
      kind: string;
      data: unknown;
      receivedAt: Instant;
    };
    reading: {
      deviceId: number;
      sensorId: number;
      time: Instant;
      value: number | null;
      word: string | null;
    };
    readingHour: {
      deviceId: number;
      sensorId: number;
      hour: Instant;
      count: number;
      sum: number;
      low: number;
      high: number;
    };
    readingLate: {
      id: GeneratedAlways<number>;
      deviceId: number;
      hour: Instant;
    };
    readingRollup: {
      deviceId: number;
      rolledUntil: Instant;
    };
  }
}
