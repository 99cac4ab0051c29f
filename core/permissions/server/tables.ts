// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    accessQuestion: {
      userId: number;
      page: string;
      companyId: number;
      askedAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
    permission: {
      index: number;
      key: string;
    };
    permissionGroup: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      name: string;
      description: Generated<string>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      everyone: Generated<boolean>;
    };
    permissionGroupException: {
      groupId: number;
      userId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    permissionGroupGrant: {
      groupId: number;
      entity: string;
      actions: string[];
      companyId: number;
      createdAt: DefaultInstant;
    };
    permissionGroupMember: {
      groupId: number;
      userId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    permissionGroupResource: {
      groupId: number;
      resource: string;
      companyId: number;
      createdAt: DefaultInstant;
    };
  }
}
