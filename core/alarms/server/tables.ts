// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    alarm: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      class: string;
      kind: string;
      severity: 'good' | 'ok' | 'poor' | 'problem';
      deviceId: number | null;
      solutionId: number | null;
      structureId: number | null;
      ruleId: number | null;
      condition: Generated<'active' | 'cleared'>;
      acknowledgedAt: Instant | null;
      acknowledgedBy: number | null;
      disposition: Generated<'open' | 'escalated' | 'terminated' | 'rejected'>;
      escalatedTo: number | null;
      count: Generated<number>;
      firstAt: Instant;
      lastAt: Instant;
      clearedAt: Instant | null;
      closedAt: Instant | null;
      sensor: string | null;
      value: number | null;
      search: Generated<string>;
      createdAt: DefaultInstant;
      subjectType: string | null;
      subjectId: number | null;
      subjectName: string | null;
      crossed: unknown;
      names: unknown;
      about: GeneratedAlways<string>;
      rank: Generated<number>;
      outcome: unknown;
      deskCompanyId: number | null;
      shared: Generated<boolean>;
      onlyFor: number[] | null;
    };
    alarmDevice: {
      alarmId: number;
      deviceId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    alarmEscalation: {
      alarmId: number;
      groupId: number;
      companyId: number;
      step: number;
      round: Generated<number>;
      dueAt: Instant;
      createdAt: DefaultInstant;
    };
    alarmEvent: {
      id: GeneratedAlways<number>;
      alarmId: number;
      companyId: number;
      at: DefaultInstant;
      actorId: number | null;
      action: string;
      text: string | null;
      data: Generated<unknown>;
      createdAt: DefaultInstant;
      impersonatedBy: Generated<number | null>;
      byCompany: number | null;
      internal: Generated<boolean>;
    };
    alarmFile: {
      id: GeneratedAlways<number>;
      eventId: number;
      alarmId: number;
      name: string;
      mediaType: string;
      size: number;
      fileId: number;
    };
    alarmParty: {
      alarmId: number;
      companyId: number;
      ownerId: number;
      role: string;
      structureId: number | null;
      view: Generated<unknown>;
      fromAt: DefaultInstant;
      untilAt: Instant | null;
      readsOn: Generated<boolean>;
      reads: GeneratedAlways<boolean>;
      acknowledgedAt: Instant | null;
      acknowledgedBy: number | null;
      search: Generated<string>;
      asOf: unknown;
    };
    notificationGroupWebhook: {
      id: GeneratedAlways<number>;
      subjectId: number;
      companyId: number;
      url: string;
      enabled: Generated<boolean>;
      sealed: Buffer;
      rotatedAt: Instant | null;
      failingSince: Instant | null;
      switchedOffAt: Instant | null;
      busyUntil: Instant | null;
      createdAt: DefaultInstant;
    };
    notificationGroupWebhookDelivery: {
      id: string;
      laneId: number;
      companyId: number;
      type: string;
      body: string;
      state: Generated<'waiting' | 'delivered' | 'failed'>;
      attempts: Generated<number>;
      nextAttemptAt: DefaultInstant;
      attemptedAt: Instant | null;
      status: number | null;
      fault: string | null;
      durationMs: number | null;
      reply: string | null;
      reference: string | null;
      createdAt: DefaultInstant;
    };
  }
}
