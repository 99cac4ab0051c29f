import { z } from 'zod';
import { changeLine, loggedPerson } from '#platform/common/change-log.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { vehicle } from './vehicle.ts';

/** The longest period, in days. */
export const maxLogDays = 31;
const maxLines = 100;
export const logKinds = ['journey', 'stop', 'gap', 'fitted', 'unfitted', 'step', 'job', 'change'] as const;
export type LogKind = (typeof logKinds)[number];

const location = z.object({ lat: z.number(), lng: z.number() });
const named = z.object({ id: z.number(), name: z.string() });

/** A stop, a journey, or a move without positions, of the main tracker while it was in the vehicle. */
const movement = z.object({
  from: z.string(),
  to: z.string(),
  /** It may continue with the next position. */
  running: z.boolean(),
  /** Between the ends of a gap; not driven as far as known. */
  metres: z.number(),
  /** km/h */
  topSpeed: z.number().nullable(),
  drivingSeconds: z.number().nullable(),
  idleSeconds: z.number(),
  pauses: z.number(),
  /** A journey with the ignition off. */
  towed: z.boolean(),
  start: location,
  end: location,
  /** Of a stop: the site of the company that is near. */
  structure: named.nullable(),
});
const fitting = z.object({
  device: named.extend({ solutionId: z.number() }),
  main: z.boolean(),
  why: z.string(),
});
const step = z.object({ name: z.string(), reason: z.string().nullable() });

/** A step of a job that the vehicle has, or of one of its stops. */
const job = named.extend({ number: z.string(), step: z.string(), detail: z.record(z.string(), z.unknown()) });

const line = z.object({
  /** Unique within the log. */
  id: z.string(),
  kind: z.enum(logKinds),
  at: z.string(),
  person: loggedPerson.nullable(),
  movement: movement.nullable(),
  fitting: fitting.nullable(),
  step: step.nullable(),
  job: job.nullable(),
  changes: changeLine.shape.changes.nullable(),
});
export type LogLine = z.infer<typeof line>;

const anyKind = `(${logKinds.join('|')})`;
const kindsText = z.string().regex(new RegExp(`^${anyKind}(,${anyKind})*$`), 'invalid');

export const vehicleLogRoutes = {
  /** What happened with a vehicle, the newest first. Changes of its fields are for people who may see its history, jobs for those who may see them. */
  list: route.get('/vehicle/{id}/log', {
    access: vehicle.can('read'),
    query: z.object({
      from: instant(),
      to: instant(),
      kinds: kindsText.optional(),
      /** `next` of the page before. */
      cursor: z.string().max(100, 'tooLong').optional(),
      limit: z.coerce.number('enterANumber').int().min(1, 'outOfRange').max(maxLines, 'outOfRange').default(50),
    }),
    reply: z.object({
      lines: z.array(line),
      /** The cursor of the next page; null after the last line. */
      next: z.string().nullable(),
    }),
  }),
};
