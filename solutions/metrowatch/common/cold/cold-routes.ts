import { z } from 'zod';
import { verificationRoute } from '#core/print/common/verification.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant, numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { calibration, coldSetting } from './product-class.ts';

/** The longest period of the page and of a report, in days. */
export const maxColdDays = 92;

const excursion = z.object({
  id: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  knownUntil: z.string(),
  peak: z.number(),
  /** K·min beyond the limit. */
  degreeMinutes: z.number(),
  severity: z.enum(['poor', 'problem']).nullable(),
  cause: z.string().nullable(),
  measure: z.string().nullable(),
  explainedBy: z.string().nullable(),
  explainedAt: z.string().nullable(),
});
/** With the shares of its time, from 0 to 1, in which the door was open and the room was defrosting. */
const excursionWithShares = excursion.extend({ doorShare: numberWithin(0, 1), defrostShare: numberWithin(0, 1) });
export type ColdExcursion = z.infer<typeof excursionWithShares>;
const spans = z.array(z.object({ from: z.number(), to: z.number() }));

const calibrationRow = calibration.extend({ id: z.number() });
export type ColdCalibration = z.infer<typeof calibrationRow>;

const figures = z.object({
  /** °C, corrected by the calibration that was valid at the time; null without samples. */
  lowest: z.number().nullable(),
  mean: z.number().nullable(),
  highest: z.number().nullable(),
  /** The mean kinetic temperature; null with less than 90 % known, and at or below 0 °C. */
  meanKinetic: z.number().nullable(),
  /** Shares from 0 to 1: of the period that is known, and of what is known in range. */
  coverage: numberWithin(0, 1),
  inRange: numberWithin(0, 1).nullable(),
  samples: z.number(),
  /** Seconds between samples for half of the time or more; null without two. */
  sampleSeconds: z.number().nullable(),
});
export type ColdRoomFigures = z.infer<typeof figures>;

export const kineticDays = [1, 7, 30] as const;
const cold = z.object({
  setting: coldSetting,
  figures,
  /** The mean kinetic temperature of the last 1, 7 and 30 days. */
  meanKinetic: z.array(z.object({ days: z.number(), value: z.number().nullable() })),
  excursions: z.array(excursionWithShares),
  /** When the door was open and when the room was defrosting, in ms since 1970. */
  door: spans,
  defrost: spans,
  calibrations: z.array(calibrationRow),
});
export type ColdReply = z.infer<typeof cold>;

const period = z.object({ from: instant(), to: instant() });
const read = canDo('metrowatch.device', 'read');
const update = canDo('metrowatch.device', 'update');

const verified = z.object({
  device: z.string(),
  company: z.string(),
  from: z.string(),
  to: z.string(),
  madeAt: z.string(),
  samples: z.number(),
  hash: z.string(),
  /** Whether the readings are still those of the report. */
  unchanged: z.boolean(),
});
export type VerifiedColdReport = z.infer<typeof verified>;
export const verifyColdPath = '/verify-cold-report';

export const coldRoutes = {
  /** Refuses with 477 if nothing can be shown: no active token. */
  read: route.get('/device/{id}/cold', { access: read, query: period, reply: cold, allClients: true }),
  setting: route.put('/device/{id}/cold-setting', { access: update, body: coldSetting, reply: coldSetting }),
  calibrate: route.post('/device/{id}/calibration', { access: update, body: calibration, reply: calibrationRow }),
  /** Why it happened and what was done about it. */
  explain: route.patch('/device/{id}/cold-excursion/{excursionId}', {
    access: { ...read, ceiling: 'Operator' },
    params: z.object({ id: z.coerce.number().int().positive(), excursionId: z.coerce.number().int().positive() }),
    body: z.object({ cause: requiredText(1000), measure: requiredText(1000) }),
    reply: excursion,
  }),
  report: route.post('/device/{id}/cold-report', {
    access: read,
    body: period.extend({ language: z.enum(['en', 'ar']) }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
  }),
  verify: verificationRoute('/cold-report/{code}', verified),
};

/** A report as it is laid out. */
export type PrintedColdReport = {
  device: { name: string; serial: string; site: string | null };
  company: string;
  zone: string;
  from: string;
  to: string;
  madeAt: string;
  setting: ColdReply['setting'];
  figures: ColdRoomFigures;
  excursions: ColdExcursion[];
  calibration: ColdCalibration | null;
  /** Time in ms since 1970, lowest and highest of at most 400 parts of the period. */
  chart: [number, number, number][];
  hash: string;
  address: string;
};
