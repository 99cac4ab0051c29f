import type { ReportColumn, ReportSectionSpec } from '#core/reports/common/manifest.ts';

/** The longest period of a section in days. */
const maxDays = 370;
const table = { draw: 'table', width: [8, 12], maxDays } as const;

const text = { type: 'text' } as const;
const instant = { type: 'instant' } as const;
const summed = { type: 'duration', total: 'sum' } as const;
const km = { type: 'number', unit: 'km', decimals: 1 } as const;
const summedKm = { ...km, total: 'sum' } as const;
const count = { type: 'number', total: 'sum' } as const;
const speed = { type: 'number', unit: 'km/h' } as const;
const vehicle = { vehicle: text, plate: text } as const satisfies Record<string, ReportColumn>;
const span = { from: instant, to: instant } as const satisfies Record<string, ReportColumn>;

/** Drivers are those who usually drive a vehicle: nothing is stored of who drove it at a time. */
export const reportSections = {
  'vehicle-summary': {
    ...table,
    call: 'analysis.vehicles',
    columns: {
      ...vehicle,
      group: text,
      distance: summedKm,
      journeys: count,
      driving: summed,
      idle: summed,
      stopped: summed,
      noData: summed,
      maxSpeed: speed,
    },
  },
  'driver-summary': {
    ...table,
    call: 'driver.list',
    columns: {
      usualDriver: text,
      day: { type: 'day' },
      distance: summedKm,
      journeys: count,
      driving: summed,
      idle: summed,
      maxSpeed: speed,
    },
  },
  /** What is in the period has a total: the lists of days add up to that of the week. */
  journeys: {
    ...table,
    call: 'analysis.vehicles',
    columns: {
      ...vehicle,
      usualDriver: text,
      ...span,
      startPlace: text,
      endPlace: text,
      distance: km,
      distanceInPeriod: summedKm,
      drivingInPeriod: summed,
      idleInPeriod: summed,
      maxSpeed: speed,
      beganInPeriod: count,
    },
  },
  stops: {
    ...table,
    call: 'analysis.vehicles',
    columns: { ...vehicle, usualDriver: text, place: text, ...span, stayedInPeriod: summed },
  },
  idling: {
    ...table,
    call: 'analysis.vehicles',
    columns: {
      ...vehicle,
      usualDriver: text,
      during: { type: 'text', values: 'during' },
      place: text,
      ...span,
      idleInPeriod: summed,
    },
  },
  mileage: {
    ...table,
    call: 'analysis.vehicles',
    columns: {
      ...vehicle,
      odometerBefore: km,
      odometerAfter: km,
      odometerDifference: km,
      distance: summedKm,
    },
  },
  'geofence-visits': {
    ...table,
    call: 'geofence.list',
    columns: {
      ...vehicle,
      place: text,
      placeKind: { type: 'text', values: 'placeKind' },
      entered: instant,
      left: instant,
      stayedInPeriod: summed,
    },
  },
  overspeed: {
    ...table,
    call: 'vehicle.list',
    columns: { ...vehicle, usualDriver: text, ...span, lasted: summed, speedLimit: speed, geofence: text },
  },
  'job-cards': {
    ...table,
    call: 'job.list',
    columns: {
      number: text,
      title: text,
      state: { type: 'text', values: 'jobState' },
      ...vehicle,
      driver: text,
      plannedFrom: instant,
      plannedTo: instant,
      ended: instant,
      punctuality: { type: 'text', values: 'punctuality' },
      lateBy: { type: 'number', unit: 'min' },
    },
  },
  'vehicle-papers': {
    call: 'vehicle.list',
    draw: 'table',
    columns: {
      ...vehicle,
      registration: { type: 'day' },
      insurance: { type: 'day' },
      daysLeft: { type: 'number' },
    },
    width: [6, 12],
  },
} as const satisfies Readonly<Record<string, ReportSectionSpec>>;
