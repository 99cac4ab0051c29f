import type { Generated } from 'kysely';

declare module '#platform/server/tables.ts' {
  interface Tables {
    permission: { index: number; key: string };
    permissionGroup: {
      id: number;
      companyId: number;
      appId: string;
      name: string;
      description: Generated<string>;
      createdAt: string;
    };
    accessQuestion: { userId: number; page: string; companyId: number; askedAt: Generated<string>; createdAt: string };
    permissionGroupMember: { groupId: number; userId: number; companyId: number; createdAt: string };
    permissionGroupResource: { groupId: number; resource: string; companyId: number; createdAt: string };
    permissionGroupGrant: { groupId: number; entity: string; actions: string[]; companyId: number; createdAt: string };
  }
}
