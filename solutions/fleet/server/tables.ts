// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';
import type { Columns } from './columns.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    fleetDriver: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      name: string;
      phone: string | null;
      employeeNo: string | null;
      licenceNo: string | null;
      licenceCategories: string | null;
      licenceExpires: string | null;
      emiratesId: string | null;
      emiratesIdExpires: string | null;
      papersUntil: GeneratedAlways<string | null>;
      state: Generated<'active' | 'leave' | 'blocked'>;
      notes: Generated<string>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      alarmsDueAt: Instant | null;
    };
    fleetJobCard: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      number: string;
      title: string;
      type: Generated<'delivery' | 'pickup' | 'service' | 'transport' | 'inspection' | 'maintenance' | 'other'>;
      priority: Generated<'low' | 'normal' | 'high' | 'urgent'>;
      description: Generated<string>;
      customerName: string | null;
      customerPhone: string | null;
      vehicleId: number | null;
      driverId: number | null;
      plannedFrom: Instant | null;
      plannedTo: Instant | null;
      state: Generated<
        'draft' | 'assigned' | 'accepted' | 'in-progress' | 'on-hold' | 'completed' | 'failed' | 'cancelled'
      >;
      version: Generated<number>;
      startedAt: Instant | null;
      endedAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      alarmsDueAt: Instant | null;
    };
    fleetJobCardStep: {
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
    fleetJobStop: {
      id: GeneratedAlways<number>;
      companyId: number;
      jobId: number;
      seq: number;
      name: string;
      address: Generated<string>;
      lat: number | null;
      lng: number | null;
      pointId: number | null;
      windowFrom: Instant | null;
      windowTo: Instant | null;
      state: Generated<'pending' | 'arrived' | 'done' | 'failed' | 'skipped'>;
      arrivedAt: Instant | null;
      doneAt: Instant | null;
      reason: string | null;
      createdAt: DefaultInstant;
    };
    fleetPointOfInterest: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      category: string | null;
      lat: number;
      lng: number;
      radius: Generated<number>;
      address: Generated<string>;
      phone: string | null;
      openingHours: Generated<string>;
      notes: Generated<string>;
      geofenceId: number;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    fleetRoute: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      corridor: Generated<number>;
      scheduleId: number | null;
      tolerance: Generated<number>;
      active: Generated<boolean>;
      metres: number;
      seconds: number;
      engine: 'osrm' | 'straight';
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    fleetRouteLine: {
      id: GeneratedAlways<number>;
      companyId: number;
      routeId: number;
      points: Columns['fleetRouteLine']['points'];
      createdAt: DefaultInstant;
    };
    fleetRouteStop: {
      id: GeneratedAlways<number>;
      companyId: number;
      routeId: number;
      seq: number;
      name: string;
      lat: number;
      lng: number;
      pointId: number | null;
      windowFrom: string | null;
      windowTo: string | null;
      serviceMinutes: Generated<number>;
      metres: Generated<number>;
      seconds: Generated<number>;
      createdAt: DefaultInstant;
    };
    fleetRouteVehicle: {
      id: GeneratedAlways<number>;
      companyId: number;
      routeId: number;
      vehicleId: number;
      createdAt: DefaultInstant;
    };
    fleetVehicle: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      name: string;
      plate: unknown;
      vin: string | null;
      type: 'car' | 'van' | 'pickup' | 'truck' | 'bus' | 'motorcycle' | 'equipment' | 'trailer';
      make: string | null;
      model: string | null;
      year: number | null;
      propulsion: 'petrol' | 'diesel' | 'electric' | 'hybrid' | 'cng';
      tankLitres: number | null;
      batteryKwh: number | null;
      speedLimit: number | null;
      registrationNo: string | null;
      registrationExpires: string | null;
      insurer: string | null;
      policyNo: string | null;
      insuranceExpires: string | null;
      permits: Generated<unknown>;
      papersUntil: string | null;
      state: Generated<'active' | 'suspended' | 'retired'>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      usualDriverId: number | null;
      alarmsDueAt: Instant | null;
    };
    fleetVehicleAttachment: {
      id: GeneratedAlways<number>;
      subjectId: number;
      companyId: number;
      name: string;
      fileId: number;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
    fleetVehicleStep: {
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
  }
}
