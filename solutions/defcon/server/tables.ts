// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    defconSiaAccount: {
      id: number;
      companyId: number;
      port: number | null;
      account: string;
      accountKey: GeneratedAlways<string>;
      encryption: Generated<'none' | 'optional' | 'required'>;
      sealed: Buffer | null;
      keyForm: 'hex' | 'text' | null;
      clock: Generated<'utc' | 'local'>;
      refusesPlainTime: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    defconSiaMessage: {
      deviceId: number;
      companyId: number;
      key: string;
      at: Instant;
      number: number;
      createdAt: DefaultInstant;
    };
    defconSiaState: {
      deviceId: number;
      companyId: number;
      taken: number;
      lastAt: Instant;
      address: string;
      createdAt: DefaultInstant;
    };
    defconSiaTrouble: {
      deviceId: number;
      companyId: number;
      kind: 'wrong-key' | 'unencrypted' | 'clock-wrong' | 'flooding';
      firstAt: Instant;
      lastAt: Instant;
      count: number;
      address: string;
      createdAt: DefaultInstant;
    };
    defconSiaUnknown: {
      id: GeneratedAlways<number>;
      port: number;
      account: string;
      token: string;
      address: string;
      firstAt: Instant;
      lastAt: Instant;
      count: number;
    };
  }
}
