import type { Generated } from 'kysely';
import type { Rule, RuleFields } from '../common/rule.ts';

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
