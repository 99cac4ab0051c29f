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
    };
    deviceCheck: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      kind: string;
      doneOn: string;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    deviceClaim: {
      deviceId: number;
      companyId: number;
      keyHash: Buffer;
      createdAt: DefaultInstant;
    };
    deviceCommand: {
      id: GeneratedAlways<number>;
      deviceId: number;
      companyId: number;
      method: string;
      params: Generated<unknown>;
      state: Generated<'queued' | 'sent' | 'delivered' | 'confirmed' | 'failed' | 'expired' | 'unknown'>;
      response: unknown;
      requestedBy: number | null;
      changedAt: DefaultInstant;
      expiresAt: Instant;
      createdAt: DefaultInstant;
      impersonatedBy: Generated<number | null>;
      wanted: unknown;
      subject: string | null;
      expected: unknown;
      confirmSeconds: number | null;
      confirmBy: Instant | null;
      unfollowed: Generated<boolean>;
      sentAt: Instant | null;
      reason: string | null;
      alarmId: number | null;
      trace: Generated<unknown>;
      sealed: Buffer | null;
      first: Generated<boolean>;
      once: Generated<boolean>;
      sendBy: Instant | null;
    };
    deviceCredential: {
      deviceId: number;
      name: string;
      secretHash: Buffer;
      createdAt: DefaultInstant;
    };
    deviceHandOver: {
      deviceId: number;
      companyId: number;
      fromId: number;
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
    deviceListener: {
      deviceId: number;
      gatewayId: string;
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
    deviceState: {
      deviceId: number;
      lastMessageAt: Instant;
      silentUntil: Instant;
      online: boolean;
    };
    deviceToken: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      solutionIds: Generated<number[]>;
      source: 'bought' | 'free' | 'code' | 'trial' | 'granted';
      months: number | null;
      deviceId: number | null;
      activationAt: Instant | null;
      expirationAt: Instant | null;
      blockedAt: Instant | null;
      blockReason: string | null;
      usedFor: number | null;
      search: Generated<string>;
      createdAt: DefaultInstant;
      blockedLevel: number | null;
      remindedDays: number | null;
    };
    gatewayProcess: {
      id: string;
      seenAt: DefaultInstant;
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
    provisioningKey: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      hardwareId: number;
      name: string;
      key: string;
      sealed: Buffer;
      strategy: 'known' | 'create';
      structureId: number | null;
      most: number;
      used: Generated<number>;
      expiresAt: Instant;
      createdAt: DefaultInstant;
    };
  }
}
