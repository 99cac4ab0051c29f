// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    device: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      solutionId: number;
      hardwareId: number;
      name: string;
      serial: string;
      structureId: number | null;
      floorId: number | null;
      spaceId: number | null;
      state: Generated<'inventory' | 'installed' | 'removed'>;
      suspended: Generated<boolean>;
      battery: number | null;
      attributes: Generated<unknown>;
      activationAt: Instant | null;
      expirationAt: Instant | null;
      tokenBlocked: Generated<boolean>;
      hasToken: Generated<boolean>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      connection: Generated<'online' | 'sleeping' | 'offline'>;
      suspendedReason: string | null;
      secretAt: Instant | null;
      provisionedAt: Instant | null;
      provisionAgainUntil: Instant | null;
      templateVersionId: number | null;
      templateState: Generated<'none' | 'pending' | 'in-sync' | 'outdated' | 'drifted' | 'failed'>;
      batteryEndsAt: Instant | null;
      batteryEndsEarly: Instant | null;
      batteryEndsLate: Instant | null;
      batteryForecastAt: Instant | null;
      keptSettings: Generated<unknown>;
      proven: Generated<boolean>;
      supervisionSeconds: number | null;
    };
    deviceChannel: {
      deviceId: number;
      channel: string;
      sensorId: number;
      time: Instant;
      value: number | null;
      word: string | null;
    };
    deviceCredential: {
      deviceId: number;
      name: string;
      secretHash: Buffer;
      createdAt: DefaultInstant;
    };
    deviceHardware: {
      id: number;
      app: string;
      solutionId: number;
      nameEn: string;
      nameAr: string;
      sensors: number[];
      reportEverySeconds: number;
      connectivity: Generated<'session' | 'interval' | 'touch'>;
    };
    deviceLatest: {
      deviceId: number;
      sensorId: number;
      time: Instant;
      value: number | null;
      word: string | null;
    };
    deviceLink: {
      id: GeneratedAlways<number>;
      deviceId: number;
      actorId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    deviceLog: {
      id: GeneratedAlways<number>;
      deviceId: number;
      companyId: number;
      at: DefaultInstant;
      kind: string;
      actorId: number | null;
      data: Generated<unknown>;
      createdAt: DefaultInstant;
      impersonatedBy: Generated<number | null>;
    };
    devicePath: {
      id: GeneratedAlways<number>;
      deviceId: number;
      line: string;
      state: Generated<'alive' | 'lost'>;
      lastAt: Instant | null;
      supervisionSeconds: number;
      silentUntil: Instant | null;
      countedFrom: Instant | null;
      place: number | null;
    };
    deviceState: {
      deviceId: number;
      lastMessageAt: Instant;
      silentUntil: Instant;
      online: boolean;
      moving: boolean | null;
      movingAt: Instant | null;
      countedFrom: Instant | null;
    };
    intakeRole: {
      role: string;
      seenAt: Instant;
    };
    loraGateway: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      eui: string;
      model: Generated<string>;
      structureId: number | null;
      description: Generated<string>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      status: Generated<'in-service' | 'in-repair' | 'out-of-service'>;
      lat: number | null;
      lng: number | null;
    };
  }
}
