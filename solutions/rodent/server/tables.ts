// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    rodentHit: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      structureId: number | null;
      floorId: number | null;
      spaceId: number | null;
      kind: 'activation' | 'activity';
      reportedBy: Generated<'trap' | 'person'>;
      at: Instant;
      fromAt: Instant | null;
      untilAt: Instant;
      counterFrom: number | null;
      counterTo: number | null;
      count: Generated<number>;
      body: Generated<boolean>;
      temperature: number | null;
      rearmedAt: Instant | null;
      service: Generated<boolean>;
      selfRearmed: Generated<boolean>;
      mass: Generated<boolean>;
      late: Generated<boolean>;
      receivedAt: DefaultInstant;
      verdict: Generated<'unverified' | 'catch' | 'false' | 'service' | 'activity'>;
      presumed: Generated<boolean>;
      dueAt: Instant | null;
      looks: Generated<number>;
      createdAt: DefaultInstant;
    };
    rodentServiceWindow: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      fromAt: Instant;
      toAt: Instant;
      visitId: number | null;
      createdAt: DefaultInstant;
    };
    rodentTrap: {
      id: number;
      companyId: number;
      structureId: number | null;
      number: number | null;
      kind: Generated<'snap' | 'multi-catch' | 'electronic' | 'monitor'>;
      target: Generated<'rat' | 'mouse' | 'both'>;
      zone: Generated<'interior-food' | 'interior' | 'exterior'>;
      lure: string | null;
      capacity: number | null;
      liveCatch: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    rodentVerdict: {
      id: GeneratedAlways<number>;
      companyId: number;
      hitId: number;
      at: DefaultInstant;
      verdict: 'unverified' | 'catch' | 'false' | 'service' | 'activity';
      species: 'house-mouse' | 'norway-rat' | 'roof-rat' | 'shrew' | 'insect' | 'other' | 'unknown' | null;
      count: number | null;
      cause: 'vibration' | 'door' | 'cleaning' | 'forklift' | 'insect' | 'weather' | 'self' | 'unknown' | null;
      reason: string | null;
      byId: number | null;
      presumed: Generated<boolean>;
      visitId: number | null;
      createdAt: DefaultInstant;
    };
  }
}
