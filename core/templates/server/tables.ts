// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceTemplate: {
      deviceId: number;
      companyId: number;
      templateId: number;
      versionId: number;
      overrides: Generated<unknown>;
      drift: Generated<unknown>;
      failure: string | null;
      since: DefaultInstant;
      createdAt: DefaultInstant;
    };
    template: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      name: string;
      description: Generated<string>;
      hardwareId: number;
      status: Generated<'active' | 'archived'>;
      newestVersion: Generated<number>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    templateApplication: {
      id: GeneratedAlways<number>;
      companyId: number;
      templateId: number;
      versionId: number;
      keepLocal: boolean;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    templateApplicationDevice: {
      id: GeneratedAlways<number>;
      companyId: number;
      applicationId: number;
      deviceId: number;
      state: Generated<'pending' | 'done' | 'waiting' | 'error'>;
      code: string | null;
      changedAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
    templateVersion: {
      id: GeneratedAlways<number>;
      companyId: number;
      templateId: number;
      version: number;
      content: unknown;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
  }
}
