// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    rodentAddendum: {
      id: GeneratedAlways<number>;
      companyId: number;
      visitId: number;
      text: string;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
      clientId: string;
    };
    rodentBaiting: {
      deviceId: number;
      companyId: number;
      structureId: number;
      since: Instant;
      dueAt: Instant | null;
      createdAt: DefaultInstant;
    };
    rodentDigest: {
      companyId: number;
      fromAt: DefaultInstant;
      dueAt: Instant;
      createdAt: DefaultInstant;
    };
    rodentDocument: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      code: Generated<string>;
      language: 'en' | 'ar';
      visitId: number | null;
      addenda: number | null;
      fromAt: Instant | null;
      toAt: Instant | null;
      expiresAt: Instant | null;
      dueAt: Instant | null;
      printId: number | null;
      failed: Generated<boolean>;
      fileId: number | null;
      bytes: number | null;
      sha256: string | null;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
      readAt: DefaultInstant;
      licences: string | null;
    };
    rodentHeard: {
      id: GeneratedAlways<number>;
      deviceId: number;
      fromAt: Instant;
      toAt: Instant;
    };
    rodentHit: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      structureId: number | null;
      floorId: number | null;
      spaceId: number | null;
      kind: 'activation' | 'activity';
      reportedBy: Generated<'trap' | 'person'>;
      at: Instant;
      fromAt: Instant | null;
      untilAt: Instant;
      counterFrom: number | null;
      counterTo: number | null;
      count: Generated<number>;
      body: Generated<boolean>;
      temperature: number | null;
      rearmedAt: Instant | null;
      service: Generated<boolean>;
      selfRearmed: Generated<boolean>;
      mass: Generated<boolean>;
      late: Generated<boolean>;
      receivedAt: DefaultInstant;
      verdict: Generated<'unverified' | 'catch' | 'false' | 'service' | 'activity'>;
      presumed: Generated<boolean>;
      dueAt: Instant | null;
      looks: Generated<number>;
      createdAt: DefaultInstant;
    };
    rodentLicence: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number | null;
      technicianId: number;
      providerId: number | null;
      number: string;
      authority: string | null;
      validFrom: string | null;
      expiresOn: string;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    rodentLicenceAttachment: {
      id: GeneratedAlways<number>;
      subjectId: number;
      companyId: number;
      name: string;
      fileId: number;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    rodentMaterial: {
      id: GeneratedAlways<number>;
      companyId: number;
      visitId: number;
      deviceId: number | null;
      clientId: string;
      at: Instant;
      product: string;
      registration: string | null;
      batch: string | null;
      amount: number;
      unit: 'g' | 'ml' | 'piece';
      toxic: boolean;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    rodentPolicy: {
      id: number;
      companyId: number;
      poisonFree: boolean;
      checkLiveCatchH: number;
      respondH: unknown;
      visitEveryDays: number;
      actionLevels: unknown;
      reviewDue: string | null;
      baitingDays: number | null;
      contractor: string | null;
      reviewAlarmAt: Instant | null;
      createdAt: DefaultInstant;
    };
    rodentRecommendation: {
      id: GeneratedAlways<number>;
      companyId: number;
      visitId: number;
      clientId: string;
      text: string;
      severity: 'ok' | 'poor' | 'problem';
      dueOn: string;
      ownerId: number | null;
      state: Generated<'open' | 'done' | 'rejected'>;
      overdueAt: Instant | null;
      createdAt: DefaultInstant;
    };
    rodentRecommendationStep: {
      id: GeneratedAlways<number>;
      subjectId: number;
      at: DefaultInstant;
      step: string;
      stateBefore: string | null;
      stateAfter: string | null;
      detail: Generated<unknown>;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
    };
    rodentServiceWindow: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      fromAt: Instant;
      toAt: Instant;
      visitId: number | null;
      createdAt: DefaultInstant;
    };
    rodentTrap: {
      id: number;
      companyId: number;
      structureId: number | null;
      number: number | null;
      kind: Generated<'snap' | 'multi-catch' | 'electronic' | 'monitor'>;
      target: Generated<'rat' | 'mouse' | 'both'>;
      zone: Generated<'interior-food' | 'interior' | 'exterior'>;
      lure: string | null;
      capacity: number | null;
      liveCatch: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    rodentVerdict: {
      id: GeneratedAlways<number>;
      companyId: number;
      hitId: number;
      at: DefaultInstant;
      verdict: 'unverified' | 'catch' | 'false' | 'service' | 'activity';
      species: 'house-mouse' | 'norway-rat' | 'roof-rat' | 'shrew' | 'insect' | 'other' | 'unknown' | null;
      count: number | null;
      cause: 'vibration' | 'door' | 'cleaning' | 'forklift' | 'insect' | 'weather' | 'self' | 'unknown' | null;
      reason: string | null;
      byId: number | null;
      presumed: Generated<boolean>;
      visitId: number | null;
      createdAt: DefaultInstant;
    };
    rodentVisit: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      number: string;
      kind: 'planned' | 'alarm' | 'complaint' | 'audit';
      state: Generated<'planned' | 'in-progress' | 'done' | 'signed' | 'missed'>;
      plannedAt: Instant;
      technicianId: number | null;
      providerId: number | null;
      note: string | null;
      startedAt: Instant | null;
      endedAt: Instant | null;
      signedBy: string | null;
      signature: string | null;
      missedAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    rodentVisitLine: {
      id: GeneratedAlways<number>;
      companyId: number;
      visitId: number;
      deviceId: number;
      clientId: string;
      at: Instant;
      receivedAt: Instant;
      finding: 'ok' | 'catch' | 'false' | 'sprung-empty' | 'dirty' | 'damaged' | 'missing' | 'inaccessible' | 'moved';
      count: number | null;
      species: 'house-mouse' | 'norway-rat' | 'roof-rat' | 'shrew' | 'insect' | 'other' | 'unknown' | null;
      actions: string[];
      serial: string | null;
      reason: string | null;
      photos: string[];
      gone: boolean;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    rodentVisitStep: {
      id: GeneratedAlways<number>;
      subjectId: number;
      at: DefaultInstant;
      step: string;
      stateBefore: string | null;
      stateAfter: string | null;
      detail: Generated<unknown>;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
    };
  }
}
