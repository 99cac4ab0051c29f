import type { Generated } from 'kysely';
import type { Disposition } from '../common/alarm.ts';
import type { Rule } from '../common/rule.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    alarmRule: Omit<Rule, 'condition' | 'trigger' | 'schedule'> & {
      condition: unknown;
      trigger: unknown;
      schedule: unknown;
      createdAt: string;
    };
    alarm: {
      id: number;
      companyId: number;
      app: string;
      class: string;
      kind: string;
      severity: Rule['severity'];
      deviceId: number | null;
      solutionId: number | null;
      subjectType: string | null;
      subjectId: number | null;
      subjectName: string | null;
      structureId: number | null;
      ruleId: number | null;
      condition: 'active' | 'cleared';
      acknowledgedAt: string | null;
      acknowledgedBy: number | null;
      disposition: Disposition;
      escalatedTo: number | null;
      count: number;
      firstAt: string;
      lastAt: string;
      clearedAt: string | null;
      closedAt: string | null;
      sensor: string | null;
      value: number | null;
      search: string;
      createdAt: string;
    };
    notificationGroup: {
      id: number;
      companyId: number;
      appId: string;
      name: string;
      description: string;
      createdAt: string;
    };
    alarmEvent: {
      id: number;
      alarmId: number;
      companyId: number;
      at: string;
      actorId: number | null;
      action: string;
      text: string | null;
      data: unknown;
      impersonatedBy: Generated<number | null>;
      createdAt: string;
    };
    alarmTimer: {
      deviceId: number;
      ruleId: number;
      since: string;
      dueAt: string;
      sensor: string | null;
      value: number | null;
    };
  }
}
