import type { ColumnType, Generated } from 'kysely';
import type { Connection, Connectivity } from '../common/connection.ts';
import type { Device, TemplateState } from '../common/device.ts';
import type { LoraGateway } from '../common/lora-gateway.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    loraGateway: {
      id: number;
      companyId: number;
      name: string;
      eui: string;
      model: Generated<string>;
      status: Generated<LoraGateway['status']>;
      structureId: number | null;
      lat: number | null;
      lng: number | null;
      description: Generated<string>;
      createdAt: string;
    };
    deviceHardware: {
      id: number;
      app: string;
      solutionId: number;
      nameEn: string;
      nameAr: string;
      sensors: number[];
      reportEverySeconds: number;
      connectivity: Connectivity;
    };
    device: {
      id: number;
      companyId: number;
      app: string;
      solutionId: number;
      hardwareId: number;
      name: string;
      serial: string;
      structureId: number | null;
      floorId: number | null;
      spaceId: number | null;
      state: Device['state'];
      suspended: Generated<boolean>;
      suspendedReason: ColumnType<string | null, string | null | undefined, string | null>;
      connection: Generated<Connection>;
      secretAt: ColumnType<string | null, string | null | undefined, string | null>;
      battery: Generated<number | null>;
      batteryEndsAt: Generated<string | null>;
      batteryEndsEarly: Generated<string | null>;
      batteryEndsLate: Generated<string | null>;
      batteryForecastAt: Generated<string | null>;
      templateVersionId: Generated<number | null>;
      templateState: Generated<TemplateState>;
      attributes: Generated<unknown>;
      keptSettings: Generated<unknown>;
      activationAt: string | null;
      expirationAt: string | null;
      tokenBlocked: Generated<boolean>;
      hasToken: boolean;
      /** Whether the platform has deployed it for an order; only then does its serial number exclude other companies. */
      proven: Generated<boolean>;
      provisionedAt: ColumnType<string | null, string | null | undefined, string | null>;
      provisionAgainUntil: ColumnType<string | null, string | null | undefined, string | null>;
      createdAt: string;
    };
    deviceCredential: { deviceId: number; name: string; secretHash: Buffer; createdAt: string };
    deviceState: { deviceId: number; lastMessageAt: string; silentUntil: string; online: boolean };
    deviceLatest: { deviceId: number; sensorId: number; time: string; value: number | null; word: string | null };
    deviceLink: { id: number; deviceId: number; actorId: number; companyId: number; createdAt: string };
    deviceLog: {
      id: number;
      deviceId: number;
      companyId: number;
      at: string;
      kind: string;
      actorId: number | null;
      data: unknown;
      impersonatedBy: Generated<number | null>;
    };
  }
}
