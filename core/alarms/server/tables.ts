// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';
import type { Columns } from './columns.ts';

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
    };
    alarmJudgement: {
      id: GeneratedAlways<number>;
      ruleId: number | null;
      deviceId: number | null;
      kind: string | null;
      dueAt: DefaultInstant;
    };
    alarmNotification: {
      id: GeneratedAlways<number>;
      alarmId: number;
      companyId: number;
      groupId: number | null;
      userId: number | null;
      method: string;
      cause: 'raised' | 'severity-raised' | 'cleared' | 'escalation' | 'repeat';
      step: Generated<number>;
      state: Generated<'queued' | 'held' | 'sent' | 'failed' | 'skipped'>;
      reason: string | null;
      dueAt: DefaultInstant;
      decidedAt: Instant | null;
      message: string | null;
      createdAt: DefaultInstant;
      readAt: Instant | null;
    };
    alarmRule: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      class: string;
      kind: string;
      solutionId: number | null;
      hardwareId: number | null;
      structureId: number | null;
      deviceId: number | null;
      schedule: unknown;
      enabled: Generated<boolean>;
      createdAt: DefaultInstant;
      scheduleId: number | null;
      name: string;
      names: unknown;
      levels: unknown;
      message: unknown;
      clear: Generated<unknown>;
      templateVersionId: number | null;
      guidance: unknown;
      actions: Generated<unknown>;
      titles: unknown;
      search: GeneratedAlways<string | null>;
    };
    alarmTimer: {
      deviceId: number;
      ruleId: number;
      since: Instant;
      dueAt: Instant;
      level: Generated<number>;
    };
    notificationGroup: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      name: string;
      description: Generated<string>;
      mutedUntil: Instant | null;
      notifications: Generated<unknown>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      lowest: Generated<unknown>;
      quiet: unknown;
      escalation: Generated<unknown>;
      repeat: unknown;
      onClear: Generated<boolean>;
    };
    notificationGroupMember: {
      groupId: number;
      userId: number;
      companyId: number;
      disabled: Generated<boolean>;
      createdAt: DefaultInstant;
      mutedMethods: Generated<string[]>;
    };
    notificationGroupResource: {
      groupId: number;
      resource: string;
      companyId: number;
      createdAt: DefaultInstant;
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
    notificationSchedule: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      name: string;
      frequency: 'daily' | 'weekly' | 'monthly';
      time: string;
      weekDays: Generated<number[]>;
      dayOfMonth: Generated<number>;
      resources: Generated<string[]>;
      kinds: Generated<string[]>;
      severities: Generated<Columns['notificationSchedule']['severities']>;
      active: Generated<boolean>;
      nextAt: Instant | null;
      zone: string;
      sentAt: Instant | null;
      toldUntil: DefaultInstant;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      sentByHandAt: Instant | null;
      report: Generated<string>;
    };
    notificationScheduleMember: {
      scheduleId: number;
      userId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
  }
}
