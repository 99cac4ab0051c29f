import type { Token } from '../common/token.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceToken: {
      id: number;
      companyId: number;
      app: string;
      solutionIds: number[];
      source: Token['source'];
      months: number | null;
      deviceId: number | null;
      activationAt: string | null;
      expirationAt: string | null;
      blockedAt: string | null;
      blockReason: string | null;
      blockedLevel: number | null;
      remindedDays: number | null;
      usedFor: number | null;
      createdAt: string;
    };
  }
}
