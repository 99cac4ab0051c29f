// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    consumptionReport: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      name: string;
      documentId: number;
      data: unknown;
      recipients: string[];
      language: 'en' | 'ar';
      createdAt: DefaultInstant;
    };
    meter: {
      deviceId: number;
      companyId: number;
      scannedUntil: Instant;
      createdAt: DefaultInstant;
    };
    meterBill: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      deviceId: number;
      month: string;
      kind: Generated<'bill' | 'credit'>;
      state: 'draft' | 'issued' | 'corrected';
      number: string | null;
      statement: unknown;
      terms: unknown;
      issuedAt: Instant | null;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
      chargesOnce: Generated<boolean>;
      verification: Generated<string>;
    };
    meterBillNumber: {
      companyId: number;
      year: number;
      last: number;
      createdAt: DefaultInstant;
    };
    meterBudget: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      amount: number;
      createdAt: DefaultInstant;
    };
    meterDraftRun: {
      companyId: number;
      app: string;
      month: string;
      createdAt: DefaultInstant;
    };
    meterReading: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      at: Instant;
      value: number;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    meterReview: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      at: Instant;
      before: number;
      rise: number;
      state: Generated<'open' | 'accepted' | 'rejected' | 'returned'>;
      returnedAt: Instant | null;
      userId: number | null;
      decidedAt: Instant | null;
      createdAt: DefaultInstant;
    };
    meterSegment: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      serial: string;
      startedAt: Instant;
      startIndex: number;
      endedAt: Instant | null;
      endIndex: number | null;
      reason: 'installed' | 'replaced' | 'reset' | 'rollover';
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    meterSegmentAttachment: {
      id: GeneratedAlways<number>;
      subjectId: number;
      companyId: number;
      name: string;
      fileId: number;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    tariff: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      nameEn: string;
      nameAr: string;
      utility: 'water' | 'gas' | 'electricity' | 'cooling';
      currency: string;
      unit: string;
      example: Generated<boolean>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    tariffAssignment: {
      id: GeneratedAlways<number>;
      tariffId: number;
      companyId: number;
      app: string;
      utility: string;
      level: 'device' | 'structure' | 'solution';
      refId: number;
      dwellings: Generated<number>;
      createdAt: DefaultInstant;
    };
    tariffVersion: {
      tariffId: number;
      companyId: number;
      version: number;
      validFrom: string;
      terms: unknown;
      createdAt: DefaultInstant;
    };
  }
}
