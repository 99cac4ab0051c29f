// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceFence: {
      deviceId: number;
      geofenceId: number;
      inside: boolean;
      since: Instant;
      event: boolean;
      candidateAt: Instant | null;
    };
    devicePlace: {
      deviceId: number;
      time: Instant;
      lat: number;
      lng: number;
      accuracy: number | null;
      speed: number | null;
      heading: number | null;
      source: number;
      motion: boolean | null;
      coarse: boolean;
      movedAt: DefaultInstant;
      suspect: unknown;
      standing: unknown;
      away: number | null;
    };
    devicePosition: {
      deviceId: number;
      time: Instant;
      lat: number;
      lng: number;
      accuracy: number | null;
      speed: number | null;
      heading: number | null;
      altitude: number | null;
      satellites: number | null;
      source: number;
      motion: boolean | null;
      flags: Generated<number>;
    };
    fenceEvent: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      geofenceId: number;
      kind: 'enter' | 'exit';
      time: Instant;
      lat: number;
      lng: number;
      createdAt: DefaultInstant;
    };
    fenceVisit: {
      deviceId: number;
      geofenceId: number;
      entered: boolean;
      late: boolean;
      enteredAt: Instant;
      enteredLat: number;
      enteredLng: number;
      entryShownAt: Instant;
      leftAt: Instant | null;
      leftLat: number | null;
      leftLng: number | null;
      exitShownAt: Instant | null;
    };
    trackDue: {
      id: GeneratedAlways<number>;
      deviceId: number;
      dueFrom: Instant;
      createdAt: DefaultInstant;
    };
    trackProgress: {
      deviceId: number;
      state: unknown;
      madeUntil: Instant;
      silentUntil: Instant | null;
    };
    trackQuarter: {
      subjectType: string;
      subjectId: number;
      quarter: Instant;
      deviceId: number;
      personId: number | null;
      metres: number;
      gapMetres: number;
      drivingS: number;
      idleS: number;
      stoppedS: number;
      nodataS: number;
      starts: number;
      maxSpeed: number;
    };
    trackQuarterFill: {
      deviceId: number;
      filledFrom: DefaultInstant;
    };
    trackRebuild: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number | null;
      userId: number;
      madeFrom: Instant;
      devices: number;
      finishedAt: Instant | null;
      createdAt: DefaultInstant;
    };
    trackRebuildDevice: {
      deviceId: number;
      rebuildId: number;
      dueFrom: Instant;
      begun: Generated<boolean>;
    };
    trackSegment: {
      deviceId: number;
      startedAt: Instant;
      endedAt: Instant;
      kind: 'stop' | 'trip' | 'gap';
      running: boolean;
      metres: number;
      topSpeed: number | null;
      fixes: number;
      startLat: number;
      startLng: number;
      endLat: number;
      endLng: number;
      fences: unknown;
      isFirst: Generated<boolean>;
      idleS: Generated<number>;
      drivingS: number | null;
      pauses: Generated<number>;
      source: Generated<'gps' | 'odometer'>;
      towed: Generated<boolean>;
      version: Generated<number>;
    };
    trackedPerson: {
      deviceId: number;
      companyId: number;
      userId: number;
      scheduleId: number;
      createdAt: DefaultInstant;
    };
    trackingConsent: {
      id: GeneratedAlways<number>;
      companyId: number;
      deviceId: number;
      userId: number;
      textVersion: number;
      givenAt: DefaultInstant;
      withdrawnAt: Instant | null;
      createdAt: DefaultInstant;
    };
    trackingSetting: {
      id: GeneratedAlways<number>;
      companyId: number;
      since: DefaultInstant;
      stopMetres: number | null;
      stopSeconds: number | null;
      gapSeconds: number | null;
      createdAt: DefaultInstant;
      leastTripMetres: number | null;
      leastTripSeconds: number | null;
      idleSpeed: number | null;
      distanceSource: 'auto' | 'gps' | 'odometer' | null;
    };
  }
}
