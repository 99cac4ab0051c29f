import type { Generated } from 'kysely';
import type { Alarm, Disposition } from '../common/alarm.ts';
import type { Rule, RuleFields } from '../common/rules/rule.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    alarmRule: Omit<Rule, 'companyId' | 'names' | 'levels' | 'clear' | 'schedule' | 'actions' | 'message'> &
      Pick<RuleFields, 'name' | 'enabled'> & {
        companyId: number;
        names: unknown;
        levels: unknown;
        clear: unknown;
        schedule: unknown;
        actions: Generated<unknown>;
        message: unknown;
        guidance: unknown;
        createdAt: string;
      };
    alarm: {
      id: number;
      companyId: number;
      app: string;
      class: string;
      kind: string;
      severity: Alarm['severity'];
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
      crossed: unknown;
      names: unknown;
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
      level: number;
      since: string;
      dueAt: string;
    };
    alarmJudgement: {
      id: number;
      ruleId: number | null;
      deviceId: number | null;
      kind: string | null;
      dueAt: string;
    };
  }
}
