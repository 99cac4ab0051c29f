import type { Generated } from 'kysely';
import type { Alarm, Disposition } from '../common/alarm.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
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
  }
}
