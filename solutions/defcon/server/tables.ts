// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    defconArmingDigest: {
      companyId: number;
      sinceAt: DefaultInstant;
      dueAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
    defconAssignment: {
      id: GeneratedAlways<number>;
      companyId: number;
      ownerId: number;
      panelId: number;
      zones: Generated<number[]>;
      role: 'monitoring' | 'tenant';
      state: Generated<'pending' | 'accepted' | 'rejected' | 'withdrawn' | 'ended'>;
      fromAt: DefaultInstant;
      untilAt: Instant | null;
      comment: string | null;
      inForce: Generated<boolean>;
      reads: GeneratedAlways<boolean>;
      dueAt: Instant | null;
      createdAt: DefaultInstant;
    };
    defconAssignmentStep: {
      id: GeneratedAlways<number>;
      subjectId: number;
      at: DefaultInstant;
      step: string;
      stateBefore: string | null;
      stateAfter: string | null;
      detail: Generated<unknown>;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
    };
    defconClock: {
      alarmId: number;
      companyId: number;
      clock: 'ring' | 'administrators' | 'police' | 'station' | 'idle' | null;
      dueAt: Instant | null;
      workedAt: Instant | null;
      createdAt: DefaultInstant;
    };
    defconContact: {
      id: GeneratedAlways<number>;
      companyId: number;
      premisesId: number;
      position: number;
      name: string;
      phone: string;
      language: 'en' | 'ar';
      sealed: Buffer | null;
      codeWordAt: Instant | null;
      duressContact: Generated<boolean>;
      scheduleId: number | null;
      createdAt: DefaultInstant;
      userId: number | null;
    };
    defconContractEnd: {
      id: number;
      companyId: number;
      monitorId: number;
      endsAt: Instant;
      toldDays: number;
      createdAt: DefaultInstant;
    };
    defconDossierPlan: {
      id: GeneratedAlways<number>;
      companyId: number;
      alarmId: number;
      layoutId: number;
      name: string;
      fileId: number;
      ratio: number;
      zones: unknown;
      createdAt: DefaultInstant;
    };
    defconEvent: {
      id: GeneratedAlways<number>;
      companyId: number;
      panelId: number;
      at: Instant;
      receivedAt: DefaultInstant;
      late: Generated<boolean>;
      source: 'mqtt' | 'sia' | 'app' | 'system';
      code: string;
      qualifier: 'new' | 'restore' | 'status';
      groupNo: number | null;
      zoneNo: number | null;
      userSlot: number | null;
      text: string | null;
      data: Generated<unknown>;
      isHit: Generated<boolean>;
      alarmId: number | null;
      createdAt: DefaultInstant;
      eventKey: string | null;
      links: Generated<string[]>;
    };
    defconGroup: {
      id: GeneratedAlways<number>;
      companyId: number;
      panelId: number;
      number: number;
      name: string | null;
      modes: Generated<string[]>;
      graceMinutes: Generated<number>;
      state: Generated<'disarmed' | 'arming' | 'armed-away' | 'armed-stay' | 'armed-night' | 'entry' | 'alarm'>;
      stateAt: Instant | null;
      stateBy: number | null;
      armedAt: Instant | null;
      createdAt: DefaultInstant;
      scheduleId: number | null;
    };
    defconGroupCheck: {
      groupId: number;
      companyId: number;
      dueAt: DefaultInstant | null;
      createdAt: DefaultInstant;
    };
    defconIncident: {
      alarmId: number;
      companyId: number;
      panelId: number;
      groupNo: number | null;
      kind: string;
      firstAt: Instant;
      confirmed: Generated<'none' | 'sequential' | 'verified'>;
      cancelledAt: Instant | null;
      cancelledBy: number | null;
      closedAt: Instant | null;
      createdAt: DefaultInstant;
      policeStep: Generated<'none' | 'requested' | 'accepted' | 'dispatched' | 'on-scene' | 'closed' | 'withdrawn'>;
      verifiedBy: 'phone' | 'video' | 'sequential' | null;
      hqId: number | null;
      stationId: number | null;
      requestedAt: Instant | null;
      acceptedAt: Instant | null;
      dispatchedAt: Instant | null;
      onSceneAt: Instant | null;
      dossier: unknown;
    };
    defconLocality: {
      id: GeneratedAlways<number>;
      companyId: number;
      hqCompanyId: number | null;
      kind: 'headquarters' | 'local';
      hqId: number | null;
      countryId: number;
      nameEn: string;
      nameAr: string;
      code: string;
      phone: string | null;
      fallback: Generated<boolean>;
      status: Generated<'active' | 'inactive'>;
      createdAt: DefaultInstant;
      search: GeneratedAlways<string | null>;
    };
    defconPanel: {
      id: number;
      companyId: number;
      transport: Generated<'mqtt' | 'sia'>;
      service: Generated<'linked' | 'active' | 'out-of-service' | 'unlinked'>;
      groupMode: Generated<boolean>;
      grade: number | null;
      entryDelay: Generated<number>;
      exitDelay: Generated<number>;
      policeResponse: Generated<boolean>;
      permitNo: string | null;
      permitExpiresOn: string | null;
      testUntil: Instant | null;
      testScope: 'zones' | 'all' | null;
      mains: boolean | null;
      path: string | null;
      lastEventAt: Instant | null;
      lastTestAt: Instant | null;
      createdAt: DefaultInstant;
      category: 'SP2' | 'SP3' | 'SP4' | 'SP5' | 'SP6' | 'DP1' | 'DP2' | 'DP3' | 'DP4' | null;
      testEveryHours: number | null;
      reportAt: Instant | null;
      testReportAt: Instant | null;
    };
    defconPanelCheck: {
      panelId: number;
      companyId: number;
      dueAt: DefaultInstant | null;
      createdAt: DefaultInstant;
    };
    defconPanelUser: {
      id: GeneratedAlways<number>;
      companyId: number;
      panelId: number;
      slot: number;
      name: string;
      userId: number | null;
      duress: Generated<boolean>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    defconPath: {
      id: GeneratedAlways<number>;
      companyId: number;
      panelId: number;
      line: string;
      name: string | null;
      role: 'primary' | 'alternative';
      supervision: number;
      supervisionWhenAlone: number | null;
      createdAt: DefaultInstant;
    };
    defconPhoto: {
      id: GeneratedAlways<number>;
      companyId: number;
      eventId: number;
      position: number;
      fileId: number;
      receivedAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
    defconPremises: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      overrideId: number | null;
      stationId: number | null;
      hqId: number | null;
      basis: Generated<'manual' | 'area' | 'headquarters' | 'fallback' | 'none'>;
      assignAt: Instant | null;
      createdAt: DefaultInstant;
      plan: Generated<string[]>;
      accessNotes: Generated<string>;
      hazards: Generated<string>;
      dogs: Generated<boolean>;
      weapons: Generated<boolean>;
      gas: Generated<boolean>;
    };
    defconPremisesAttachment: {
      id: GeneratedAlways<number>;
      subjectId: number;
      companyId: number;
      name: string;
      fileId: number;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    defconSiaAccount: {
      id: number;
      companyId: number;
      port: number | null;
      account: string;
      accountKey: GeneratedAlways<string>;
      encryption: Generated<'none' | 'optional' | 'required'>;
      sealed: Buffer | null;
      keyForm: 'hex' | 'text' | null;
      clock: Generated<'utc' | 'local'>;
      refusesPlainTime: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    defconSiaMessage: {
      deviceId: number;
      companyId: number;
      key: string;
      at: Instant;
      number: number;
      createdAt: DefaultInstant;
    };
    defconSiaState: {
      deviceId: number;
      companyId: number;
      taken: number;
      lastAt: Instant;
      address: string;
      createdAt: DefaultInstant;
    };
    defconSiaTrouble: {
      deviceId: number;
      companyId: number;
      kind: 'wrong-key' | 'unencrypted' | 'clock-wrong' | 'flooding';
      firstAt: Instant;
      lastAt: Instant;
      count: number;
      address: string;
      createdAt: DefaultInstant;
      id: GeneratedAlways<number>;
      clearsAt: Instant | null;
    };
    defconSiaUnknown: {
      id: GeneratedAlways<number>;
      port: number;
      account: string;
      token: string;
      address: string;
      firstAt: Instant;
      lastAt: Instant;
      count: number;
    };
    defconSupervision: {
      id: GeneratedAlways<number>;
      companyId: number;
      panelId: number;
      dueAt: DefaultInstant;
      createdAt: DefaultInstant;
    };
    defconZone: {
      id: GeneratedAlways<number>;
      companyId: number;
      panelId: number;
      number: number;
      name: string | null;
      groups: Generated<number[]>;
      detector: Generated<string>;
      reaction: Generated<string>;
      bypassable: Generated<boolean>;
      confirmUnit: string | null;
      spaceId: number | null;
      deviceId: number | null;
      open: Generated<boolean>;
      tamper: Generated<boolean>;
      fault: Generated<boolean>;
      missing: Generated<boolean>;
      bypassed: Generated<boolean>;
      battery: number | null;
      changedAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    defconZoneParty: {
      zoneId: number | null;
      companyId: number | null;
      role: string | null;
      fromAt: Instant | null;
      reads: boolean | null;
      search: string | null;
    };
  }
}
