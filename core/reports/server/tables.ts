// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    reportDefinition: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string | null;
      name: string;
      description: string;
      language: 'en' | 'ar' | 'both' | 'recipient';
      layout: unknown;
      period: unknown;
      structureIds: number[];
      sections: unknown;
      formats: string[];
      schedule: unknown;
      waitMinutes: number;
      skipIfEmpty: boolean;
      onError: 'hold' | 'send';
      keepDays: number;
      state: 'draft' | 'active' | 'paused';
      pausedBecause: string | null;
      ownerId: number;
      nextDueAt: Instant | null;
      failedRuns: Generated<number>;
      version: Generated<number>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    reportDelivery: {
      id: GeneratedAlways<number>;
      runId: number;
      companyId: number;
      userId: number;
      state: 'sent' | 'skipped';
      reason: string | null;
      mode: 'attachment' | 'link' | null;
      createdAt: DefaultInstant;
      sentBy: number | null;
    };
    reportFile: {
      id: GeneratedAlways<number>;
      runId: number;
      companyId: number;
      language: 'en' | 'ar' | 'both';
      format: 'pdf' | 'xlsx' | 'csv';
      printId: number | null;
      fileId: number | null;
      bytes: number | null;
      sha256: string | null;
      code: Generated<string>;
      createdAt: DefaultInstant;
    };
    reportReceptor: {
      id: GeneratedAlways<number>;
      reportId: number;
      companyId: number;
      userId: number;
      state: Generated<'active' | 'paused'>;
      addedBy: number | null;
      createdAt: DefaultInstant;
    };
    reportRun: {
      id: GeneratedAlways<number>;
      companyId: number;
      reportId: number | null;
      app: string | null;
      name: string;
      definition: unknown;
      cause: 'hand' | 'schedule';
      dueAt: Instant | null;
      fromAt: Instant;
      toAt: Instant;
      zone: string;
      userId: number;
      languages: string[];
      formats: string[];
      scope: unknown;
      state: 'queued' | 'rendering' | 'held' | 'ready' | 'sent' | 'missed' | 'failed' | 'cancelled' | 'expired';
      workAt: Instant | null;
      attempts: Generated<number>;
      faults: Generated<unknown>;
      rowCount: Generated<number>;
      dataHash: string | null;
      dataAt: Instant | null;
      error: string | null;
      startedAt: Instant | null;
      endedAt: Instant | null;
      expiresAt: Instant | null;
      document: unknown;
      createdAt: DefaultInstant;
    };
  }
}
