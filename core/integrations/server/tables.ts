// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';
import type { Columns } from './columns.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    codec: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      description: string;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    codecFailure: {
      connectorId: number;
      codecId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    codecVersion: {
      id: GeneratedAlways<number>;
      codecId: number;
      companyId: number;
      number: number;
      state: 'draft' | 'active' | 'retired';
      source: string;
      samples: unknown;
      variables: unknown;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    connector: {
      id: GeneratedAlways<number>;
      companyId: number;
      kind: Columns['connector']['kind'];
      name: string;
      key: string;
      enabled: boolean;
      networks: string[];
      rate: number;
      autoCreate: Columns['connector']['autoCreate'];
      allowSimulated: boolean;
      profiles: unknown;
      mapping: unknown;
      pointers: unknown;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      codecId: number | null;
      silentAfter: number | null;
    };
    connectorBroker: {
      linkId: number;
      companyId: number;
      holder: string | null;
      heldUntil: Instant | null;
      connectedAt: Instant | null;
      fault: string | null;
      createdAt: DefaultInstant;
      failedSince: Instant | null;
    };
    connectorDevice: {
      deviceId: number;
      connectorId: number;
      companyId: number;
      externalId: string;
      lastAt: Instant;
      createdAt: DefaultInstant;
      route: string | null;
    };
    connectorDownlink: {
      id: GeneratedAlways<number>;
      laneId: number;
      connectorId: number;
      companyId: number;
      deviceId: number;
      commandId: number;
      callId: string;
      remoteId: string | null;
      state: Generated<'waiting' | 'delivered' | 'failed'>;
      attempts: Generated<number>;
      nextAttemptAt: Instant;
      settled: Generated<number>;
      unanswered: Generated<boolean>;
      status: number | null;
      fault: string | null;
      createdAt: DefaultInstant;
    };
    connectorField: {
      connectorId: number;
      companyId: number;
      key: string;
      example: string;
      used: boolean;
      createdAt: DefaultInstant;
    };
    connectorKey: {
      connectorId: number;
      companyId: number;
      key: Buffer;
      createdAt: DefaultInstant;
    };
    connectorLink: {
      id: GeneratedAlways<number>;
      connectorId: number;
      companyId: number;
      way: 'http' | 'mqtt';
      url: string;
      userName: string;
      template: string;
      sealed: Buffer;
      busyUntil: Instant | null;
      createdAt: DefaultInstant;
    };
    connectorMessage: {
      id: GeneratedAlways<number>;
      connectorId: number;
      companyId: number;
      deviceId: number | null;
      externalId: string | null;
      event: string;
      outcome: Columns['connectorMessage']['outcome'];
      reason: string | null;
      body: Buffer;
      receivedAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
    connectorReport: {
      id: GeneratedAlways<number>;
      connectorId: number;
      companyId: number;
      deviceId: number;
      remoteId: string;
      state: 'queued' | 'sent' | 'delivered' | 'failed';
      reason: string | null;
      createdAt: DefaultInstant;
    };
    connectorSecret: {
      connectorId: number;
      companyId: number;
      secretHash: Buffer;
      validUntil: Instant | null;
      createdAt: DefaultInstant;
    };
    connectorState: {
      connectorId: number;
      companyId: number;
      acceptedAt: Instant | null;
      usualPause: unknown;
      resumedAt: DefaultInstant;
      notAdmitted: Generated<number>;
      notAdmittedSince: Instant | null;
      notAdmittedAt: Instant | null;
      silent: Generated<boolean>;
      fault: 'not-admitted' | 'broker-refuses' | 'many-refused' | null;
      createdAt: DefaultInstant;
    };
    connectorUnknown: {
      id: GeneratedAlways<number>;
      connectorId: number;
      companyId: number;
      externalId: string;
      profile: string | null;
      signal: number | null;
      count: number;
      firstAt: Instant;
      lastAt: Instant;
      createdAt: DefaultInstant;
    };
  }
}
