/** What happens to vehicles and how they are driven. */
export const vehicleAlarms = [
  'overspeed',
  'harsh-braking',
  'harsh-acceleration',
  'harsh-cornering',
  'idling',
  'fence-enter',
  'fence-exit',
  'dwell',
  'forbidden-area',
  'out-of-hours',
  'towing',
  'crash',
  'sos',
  'fuel-drop',
  'long-driving',
] as const;

/** Papers of vehicles and licences of drivers that run out. */
export const paperAlarms = ['paper-expiring', 'paper-expired', 'licence-expiring'] as const;

/** Jobs that need somebody. */
export const jobAlarms = ['job-unassigned', 'job-late', 'job-failed'] as const;

/** What is wrong with a tracker or its wiring. */
export const trackerAlarms = ['no-fix', 'power-cut', 'jamming'] as const;
