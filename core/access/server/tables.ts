// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    accessClock: {
      deviceId: number;
      companyId: number;
      offsetSeconds: number;
      toldAt: Instant;
      createdAt: DefaultInstant;
      dueAt: Instant | null;
    };
    accessCodeLook: {
      id: GeneratedAlways<number>;
      companyId: number;
      credentialId: number;
      userId: number;
      createdAt: DefaultInstant;
    };
    accessCredential: {
      id: GeneratedAlways<number>;
      companyId: number;
      grantId: number;
      deviceId: number;
      kind: 'app' | 'pin' | 'card' | 'link' | 'offline';
      sealed: Buffer | null;
      tokenHash: Buffer | null;
      activationAt: Instant | null;
      expirationAt: Instant | null;
      blockedAt: Instant | null;
      deactivatedAt: Instant | null;
      uses: Generated<number>;
      maxUses: number | null;
      lastUsedAt: Instant | null;
      wrongPins: Generated<number>;
      sync: Generated<'none' | 'wanted' | 'writing' | 'set' | 'failed' | 'removing' | 'removed' | 'drift'>;
      reason: string | null;
      slot: number | null;
      fingerprint: string | null;
      attempts: Generated<number>;
      nextAttemptAt: DefaultInstant;
      commandId: number | null;
      removingSince: Instant | null;
      createdAt: DefaultInstant;
      removedAt: Instant | null;
      renewedAt: Instant | null;
      store: GeneratedAlways<string | null>;
    };
    accessEndedCommand: {
      commandId: number;
      at: DefaultInstant;
    };
    accessGrant: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      mode: 'fulltime' | 'scheduled' | 'public-temporary' | 'onetime' | 'calendar-mode';
      state: 'pending' | 'active' | 'ended';
      endReason: 'expired' | 'used-up' | 'revoked' | 'holder-left' | 'device-left' | null;
      endNote: string | null;
      endedAt: Instant | null;
      endedBy: number | null;
      holderId: number | null;
      scheduleId: number | null;
      startsAt: Instant;
      endsAt: Instant | null;
      windows: unknown;
      open: boolean;
      nextEdge: Instant | null;
      maxUses: number | null;
      uses: Generated<number>;
      methods: string[];
      sealed: Buffer | null;
      publicName: Generated<string>;
      note: Generated<string>;
      createdBy: Generated<number | null>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      revocationId: number | null;
      geofenceId: number | null;
      offlineType: 'once' | 'timed' | null;
      offlineNumber: number | null;
    };
    accessHolder: {
      id: GeneratedAlways<number>;
      companyId: number;
      userId: number | null;
      name: Generated<string>;
      phone: string | null;
      email: string | null;
      organization: string | null;
      createdAt: DefaultInstant;
    };
    accessLock: {
      deviceId: number;
      companyId: number;
      publicName: Generated<string>;
      tags: Generated<string[]>;
      note: Generated<string>;
      blockedAt: Instant | null;
      blockedBy: number | null;
      blockedReason: Generated<string>;
      createdAt: DefaultInstant;
      assetId: number | null;
    };
    accessOpening: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      commandId: number;
      action: 'unlock' | 'lock';
      method: string;
      userId: number | null;
      credentialId: number | null;
      key: string | null;
      outcome: 'opened' | 'failed' | 'unknown' | null;
      settledAt: Instant | null;
      createdAt: DefaultInstant;
    };
    accessPassword: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      print: Buffer;
      createdAt: DefaultInstant;
    };
    accessRevocation: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      holderId: number;
      reason: 'holder-left' | 'revoked';
      revokedBy: number | null;
      undoneAt: Instant | null;
      undoneBy: number | null;
      code: Generated<string>;
      provenAt: Instant | null;
      seal: string | null;
      createdAt: DefaultInstant;
    };
    lockLog: {
      id: Generated<number>;
      companyId: number;
      app: string;
      deviceId: number;
      structureId: number | null;
      time: Instant;
      receivedAt: DefaultInstant;
      action: string;
      result: 'granted' | 'denied' | 'unknown' | null;
      reason: string | null;
      method: string | null;
      userId: number | null;
      holderId: number | null;
      grantId: number | null;
      credentialId: number | null;
      commandId: number | null;
      late: Generated<boolean>;
    };
  }
}
