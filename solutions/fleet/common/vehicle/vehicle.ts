import { z } from 'zod';
import { groupColours } from '#core/groups/common/record-group.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { lifecycleOf } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { day, id, numberWithin, requiredText, vin } from '#platform/common/validation/validation.ts';
import { plate } from './plate.ts';

export const vehicleTypes = ['car', 'van', 'pickup', 'truck', 'bus', 'motorcycle', 'equipment', 'trailer'] as const;
export const propulsions = ['petrol', 'diesel', 'electric', 'hybrid', 'cng'] as const;
export const maxPermits = 10;

const firstYear = 1980;
const shortText = (max: number) => requiredText(max).nullable();
const whole = (min: number, max: number) => numberWithin(min, max).int('outOfRange').nullable();
/** A model of next year is sold this year. */
const year = () =>
  z
    .number('enterANumber')
    .int('outOfRange')
    .min(firstYear, 'outOfRange')
    .refine((of) => of <= new Date().getFullYear() + 1, 'outOfRange')
    .nullable();

const permit = z.object({
  kind: requiredText(40),
  number: z.string().trim().max(30, 'tooLong'),
  expires: day().nullable(),
});

/** What moves: abilities go by its base site. */
export const vehicle = defineEntity('fleet.vehicle', {
  fields: z.object({
    name: requiredText(60),
    /** Where it belongs, and where its trackers are installed. */
    structureId: id(),
    usualDriverId: id().nullable(),
    plate,
    vin: vin().nullable(),
    type: z.enum(vehicleTypes),
    make: shortText(40),
    model: shortText(40),
    year: year(),
    propulsion: z.enum(propulsions),
    tankLitres: whole(1, 2000),
    batteryKwh: whole(1, 2000),
    /** km/h */
    speedLimit: whole(20, 200),
    registrationNo: shortText(20),
    registrationExpires: day().nullable(),
    insurer: shortText(80),
    policyNo: shortText(40),
    insuranceExpires: day().nullable(),
    permits: z.array(permit).max(maxPermits, 'tooLong'),
  }),
  roles: { suspend: 'Admin', retire: 'Admin', 'add-file': 'Operator', 'remove-file': 'Admin' },
});

export const vehicleStates = ['active', 'suspended', 'retired'] as const;

export const vehicleLifecycle = lifecycleOf(vehicleStates, ['staff'])({
  table: vehicle.table,
  column: 'state',
  steps: {
    suspend: { from: ['active'], to: 'suspended', by: ['staff'] },
    unsuspend: { from: ['suspended'], to: 'active', by: ['staff'] },
    /** Sold or scrapped: its history stays. */
    retire: { from: ['active', 'suspended'], to: 'retired', by: ['staff'] },
  },
});

/** What a vehicle does now: the first that holds. */
export const vehicleStatuses = ['retired', 'suspended', 'no-device', 'offline', 'moving', 'idle', 'stopped'] as const;
export type VehicleStatus = (typeof vehicleStatuses)[number];

export const vehicleList = {
  search: ['name', 'plate', 'vin'],
  filter: ['structureId', 'groupId', 'status', 'type', 'propulsion', 'make', 'papers', 'state', 'papersUntil'],
  valuesOnly: ['groupId', 'status', 'papers'],
  sort: ['name', 'plate', 'papersUntil', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

const named = z.object({ id: z.number(), name: z.string() });
/** Where it was last while its main tracker was in it. */
const lastFix = z.object({
  lat: z.number(),
  lng: z.number(),
  at: z.string(),
  speed: z.number().nullable(),
});

export const storedVehicle = vehicle.row.extend({
  state: z.enum(vehicleStates),
  papersUntil: z.string().nullable(),
});
export const shownVehicle = storedVehicle.extend({
  structure: named.nullable(),
  /** Who usually drives it. */
  usualDriver: named.extend({ phone: z.string().nullable() }).nullable(),
  status: z.enum(vehicleStatuses),
  groups: z.array(named.extend({ colour: z.enum(groupColours) })),
  /** The main device that is fitted to it. */
  tracker: named.extend({ solutionId: z.number(), since: z.string() }).nullable(),
  lastFix: lastFix.nullable(),
});
export type StoredVehicle = z.infer<typeof storedVehicle>;
export type ShownVehicle = z.infer<typeof shownVehicle>;
