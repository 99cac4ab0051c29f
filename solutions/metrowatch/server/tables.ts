// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    coldCalibration: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      certificate: string;
      laboratory: string;
      doneOn: string;
      dueOn: string;
      accuracyClass: 1 | 2;
      points: unknown;
      createdAt: DefaultInstant;
    };
    coldExcursion: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      startedAt: Instant;
      endedAt: Instant | null;
      knownUntil: Instant;
      peak: number;
      degreeMinutes: number;
      severity: 'poor' | 'problem' | null;
      cause: string | null;
      measure: string | null;
      explainedBy: number | null;
      explainedAt: Instant | null;
      createdAt: DefaultInstant;
    };
    coldProgress: {
      deviceId: number;
      judgedUntil: Instant;
    };
    coldReport: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      code: Generated<string>;
      fromAt: Instant;
      toAt: Instant;
      samples: number;
      hash: string;
      madeBy: number | null;
      createdAt: DefaultInstant;
    };
    coldSetting: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      productClass: string;
      low: number;
      high: number;
      allowanceMinutes: number;
      recoveryMinutes: number;
      deltaH: number;
      createdAt: DefaultInstant;
    };
  }
}
