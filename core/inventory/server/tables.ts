import type { Generated } from 'kysely';
import type { ProvisioningKey } from '../common/provisioning.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    provisioningKey: {
      id: number;
      companyId: number;
      app: string;
      hardwareId: number;
      name: string;
      key: string;
      sealed: Buffer;
      strategy: ProvisioningKey['strategy'];
      structureId: number | null;
      most: number;
      used: Generated<number>;
      expiresAt: string;
      createdAt: string;
    };
  }
}
