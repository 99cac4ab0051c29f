// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    package: {
      id: GeneratedAlways<number>;
      modelId: number;
      merchantId: number;
      priceCents: number;
      active: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    packageBatch: {
      batch: string;
      createdBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    packageExternal: {
      id: GeneratedAlways<number>;
      codeHash: Buffer;
      last4: string;
      packageId: number;
      merchantId: number;
      app: string;
      batch: string;
      state: Generated<string>;
      validTo: Instant | null;
      soldAt: Instant | null;
      receipt: string | null;
      reason: string | null;
      companyId: number | null;
      redeemedBy: number | null;
      redeemedAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    packageExternalStep: {
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
    packageMerchant: {
      id: GeneratedAlways<number>;
      name: string;
      email: string;
      phone: string;
      countryId: number;
      commission: Generated<number>;
      active: Generated<boolean>;
      createdAt: DefaultInstant;
    };
  }
}
