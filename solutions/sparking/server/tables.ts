// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    sparkingChannel: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      channel: string;
      spaceId: number;
      priority: Generated<number>;
      createdAt: DefaultInstant;
    };
    sparkingCheck: {
      id: GeneratedAlways<number>;
      companyId: number;
      spaceId: number;
      clientId: string;
      stayFrom: Instant;
      at: Instant;
      receivedAt: Instant;
      result: 'permit-seen' | 'no-permit' | 'empty' | 'blocked-by-object' | 'other';
      note: string | null;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    sparkingCheckPhoto: {
      id: GeneratedAlways<number>;
      companyId: number;
      checkId: number;
      fileId: number;
      at: Instant;
      createdAt: DefaultInstant;
    };
    sparkingCorrection: {
      id: GeneratedAlways<number>;
      companyId: number;
      locationId: number;
      groupId: number;
      at: DefaultInstant;
      before: number;
      after: number;
      cause: 'slots' | 'quiet-hour' | 'operator' | 'restart' | 'reset';
      reason: string | null;
      userId: number | null;
      createdAt: DefaultInstant;
    };
    sparkingCount: {
      id: number;
      companyId: number;
      anchor: Generated<number>;
      anchorAt: DefaultInstant;
      passedIn: Generated<number>;
      passedOut: Generated<number>;
      outsideSince: Instant | null;
      createdAt: DefaultInstant;
    };
    sparkingCounted: {
      id: number;
      companyId: number;
      countedUntil: Instant;
      dueAt: Instant;
      createdAt: DefaultInstant;
    };
    sparkingCounter: {
      id: GeneratedAlways<number>;
      companyId: number;
      locationId: number;
      groupId: number;
      deviceId: number | null;
      gate: string | null;
      reversed: Generated<boolean>;
      direction: 'in' | 'out' | null;
      createdAt: DefaultInstant;
    };
    sparkingCounterTotal: {
      id: number;
      companyId: number;
      passedIn: number | null;
      inAt: Instant | null;
      passedOut: number | null;
      outAt: Instant | null;
      createdAt: DefaultInstant;
    };
    sparkingDarkGroup: {
      id: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    sparkingFill: {
      locationId: number;
      groupId: number;
      companyId: number;
      fill: 'open' | 'almost-full' | 'full';
      createdAt: DefaultInstant;
    };
    sparkingFlow: {
      groupId: number;
      at: Instant;
      companyId: number;
      passedIn: number;
      passedOut: number;
      createdAt: DefaultInstant;
    };
    sparkingForecast: {
      id: number;
      companyId: number;
      dueAt: Instant;
      madeAt: Instant | null;
      fromAt: Instant | null;
      expected: Generated<unknown>;
      bands: Generated<unknown>;
      error: number | null;
      errorAsNow: number | null;
      errorWeek: number | null;
      createdAt: DefaultInstant;
      errorAnyTime: number | null;
    };
    sparkingGivenCount: {
      id: number;
      companyId: number;
      value: number;
      reason: string;
      userId: number;
      createdAt: DefaultInstant;
    };
    sparkingGroup: {
      id: GeneratedAlways<number>;
      companyId: number;
      locationId: number;
      name: string;
      floorId: number | null;
      kind: Generated<'level' | 'zone' | 'street-side' | 'reserved'>;
      countMode: 'slots' | 'counters' | 'both' | null;
      capacityDeclared: number | null;
      forPublic: Generated<boolean>;
      order: Generated<number>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    sparkingHours: {
      locationId: number;
      fromAt: Instant;
      toAt: Instant | null;
      companyId: number;
      schedule: unknown;
      createdAt: DefaultInstant;
    };
    sparkingInterval: {
      slotId: number;
      fromAt: Instant;
      toAt: Instant | null;
      companyId: number;
      occupied: boolean;
      quality: 'measured' | 'bounded' | 'corrected';
      createdAt: DefaultInstant;
      id: GeneratedAlways<number>;
    };
    sparkingLocation: {
      id: number;
      companyId: number;
      name: string;
      publicNameEn: string | null;
      publicNameAr: string | null;
      type: Generated<'on-street' | 'surface' | 'multi-storey' | 'underground' | 'other'>;
      countMode: Generated<'slots' | 'counters' | 'both'>;
      capacityDeclared: number | null;
      maxHeightCm: number | null;
      schedule: unknown;
      feeEn: string | null;
      feeAr: string | null;
      notes: string | null;
      almostFullPct: Generated<number>;
      fullPct: Generated<number>;
      stuckHours: Generated<number>;
      ghostSeconds: Generated<number>;
      quietAt: string | null;
      public: Generated<boolean>;
      forecast: Generated<boolean>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      publicSlots: Generated<boolean>;
    };
    sparkingNightlyCount: {
      id: number;
      companyId: number;
      dueAt: Instant;
      createdAt: DefaultInstant;
    };
    sparkingPassage: {
      locationId: number;
      eventId: string;
      companyId: number;
      createdAt: DefaultInstant;
    };
    sparkingQuarter: {
      locationId: number;
      groupId: number;
      at: Instant;
      companyId: number;
      openSeconds: number;
      occupiedSeconds: number;
      freeSeconds: number;
      arrivals: number;
      departures: number;
      corrections: number;
      maxOccupied: number;
      createdAt: DefaultInstant;
      id: GeneratedAlways<number>;
    };
    sparkingRecount: {
      id: GeneratedAlways<number>;
      companyId: number;
      locationId: number;
      fromAt: Instant;
      toAt: Instant;
      dueAt: Instant;
      createdAt: DefaultInstant;
    };
    sparkingReservation: {
      id: GeneratedAlways<number>;
      companyId: number;
      locationId: number;
      groupId: number | null;
      kind: 'closed' | 'reserved';
      purpose: string;
      fromAt: Instant;
      untilAt: Instant;
      turnsAt: Instant | null;
      userId: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    sparkingReservedBay: {
      slotId: number;
      reservationId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
    sparkingSilentSensor: {
      id: number;
      companyId: number;
      silentAt: DefaultInstant;
      folded: Generated<boolean>;
      createdAt: DefaultInstant;
      aloneAt: Instant | null;
    };
    sparkingSlot: {
      id: number;
      companyId: number;
      locationId: number;
      groupId: number | null;
      number: string;
      code: string | null;
      floorId: number | null;
      use:
        | 'standard'
        | 'people-of-determination'
        | 'ev'
        | 'family'
        | 'motorcycle'
        | 'loading'
        | 'taxi'
        | 'coach'
        | 'visitor'
        | 'reserved';
      maxStayMinutes: number | null;
      rules: Generated<unknown>;
      reservedFor: string | null;
      charger: unknown;
      widthCm: number | null;
      outReason: string | null;
      outFrom: Instant | null;
      outUntil: Instant | null;
      retiredAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      watchedFrom: Instant | null;
    };
    sparkingSlotState: {
      id: number;
      companyId: number;
      state: 'free' | 'occupied' | 'unknown';
      since: Instant;
      quality: 'measured' | 'bounded' | 'corrected';
      deviceId: number | null;
      channel: Generated<string>;
      priority: Generated<number>;
      createdAt: DefaultInstant;
      flappingUntil: Instant | null;
      behind: 'free' | 'occupied' | 'unknown' | null;
      behindSince: Instant | null;
      disagreeAt: Instant | null;
      askedSince: Instant | null;
    };
    sparkingSlotVersion: {
      slotId: number;
      fromAt: Instant;
      toAt: Instant | null;
      companyId: number;
      locationId: number;
      groupId: number;
      use: string;
      outFrom: Instant | null;
      outUntil: Instant | null;
      createdAt: DefaultInstant;
    };
    sparkingStay: {
      id: GeneratedAlways<number>;
      companyId: number;
      slotId: number;
      locationId: number;
      groupId: number | null;
      fromAt: Instant;
      toAt: Instant | null;
      quality: 'measured' | 'bounded' | 'corrected';
      endQuality: 'measured' | 'bounded' | 'corrected' | null;
      counted: boolean;
      chargedSeconds: Generated<number>;
      raised: Generated<string[]>;
      dueAt: Instant | null;
      createdAt: DefaultInstant;
    };
    sparkingTally: {
      id: GeneratedAlways<number>;
      companyId: number;
      locationId: number;
      dueAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
  }
}
