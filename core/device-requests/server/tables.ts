// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceRequest: {
      id: GeneratedAlways<number>;
      uuid: Generated<string>;
      companyId: number;
      integratorId: number;
      requestId: number;
      state: Generated<'pending' | 'accepted' | 'in-progress' | 'fulfilled' | 'rejected' | 'cancelled'>;
      note: Generated<string>;
      neededBy: string | null;
      structureId: number | null;
      reason: string | null;
      sentBy: Generated<number | null>;
      assigneeId: number | null;
      intentionId: number | null;
      createdAt: DefaultInstant;
    };
    deviceRequestLine: {
      requestId: number;
      productId: number;
      position: number;
      qty: number;
      allocated: Generated<number>;
    };
    deviceRequestStep: {
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
