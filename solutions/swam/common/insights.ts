import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { numberWithin } from '#platform/common/validation/validation.ts';
import { airScales, pollutants } from './derived/air-quality-index.ts';
import { dwellingUse } from './derived/night-flow.ts';
import { tankShapes } from './derived/tank.ts';

const device = canDo('swam.device', 'read');
const shown = { access: device, allClients: true } as const;

const tank = z.object({
  /** As the device has reported its settings; else the defaults of its model. Height in m, volume in m³. */
  form: z.object({ shape: z.enum(tankShapes), height: z.number(), volume: z.number() }),
  /** The mean net rate of two hours in m³/h; null with fewer readings than half an hour. */
  rate: z.number().nullable(),
  /** The refills of 30 days, the newest first: percent of the tank before and after. */
  refills: z.array(z.object({ from: z.string(), to: z.string(), before: z.number(), after: z.number() })),
});
export type TankReply = z.infer<typeof tank>;

/** What people use at night in a site. `watched` is off where guests stay overnight, such as in hotels. */
export const waterUse = z.object({
  dwellings: numberWithin(0, 100_000).int('enterANumber'),
  /** L/h of a dwelling. */
  perDwelling: numberWithin(0, 1000),
  watched: z.boolean(),
});
export type WaterUse = z.infer<typeof waterUse>;
export const usualWaterUse: WaterUse = { dwellings: 1, perDwelling: dwellingUse, watched: true };

const waterFlow = z.object({
  /** The increase of the counter since local midnight in m³; null without readings. */
  today: z.number().nullable(),
  /** The minimum night flow of each night in L/min, the newest first; `day` is the day on which it ended. */
  nights: z.array(z.object({ day: z.string(), flow: z.number().nullable() })),
  /** The median of the nights before the newest, in L/min. */
  usual: z.number().nullable(),
  /** The estimate of the leak of the newest night in L/h, and what it wastes in a year in m³; null while nights are not watched. */
  leak: z.number().nullable(),
  lossPerYear: z.number().nullable(),
  unusual: z.boolean(),
  /** Whether water flowed without a break for 24 hours; null while too little is known. */
  continuous: z.boolean().nullable(),
  use: waterUse,
});
export type WaterFlowReply = z.infer<typeof waterFlow>;

const index = z.object({
  index: z.number(),
  pollutant: z.enum(pollutants),
  parts: z.partialRecord(z.enum(pollutants), z.number()),
});
const outdoorAir = z.object({
  scale: z.enum(airScales),
  /** For the latest full hour; null unless two of the latest three hours have readings. */
  now: index.nullable(),
  /** The last 24 full hours, the oldest first. */
  hours: z.array(z.object({ at: z.string(), index: z.number().nullable() })),
});
export type OutdoorAirReply = z.infer<typeof outdoorAir>;

const exposure = z.object({
  sensor: z.string(),
  unit: z.string(),
  /** The means of 15 minutes and of eight hours, and the hours of the latter with readings. */
  stel: z.number().nullable(),
  twa: z.number().nullable(),
  hours: z.number(),
});
export type Exposure = z.infer<typeof exposure>;

/** The highest mean power of half an hour in this month, in kW. */
const demand = z.object({ highest: z.object({ at: z.string(), value: z.number() }).nullable() });

/** The night of a water meter in a site: flow in L/min, leak in L/h, loss in m³. */
const siteNight = z.object({
  id: z.number(),
  name: z.string(),
  solutionId: z.number(),
  flow: z.number().nullable(),
  leak: z.number().nullable(),
  lossPerYear: z.number().nullable(),
  unusual: z.boolean(),
});

const scale = z.object({ airScale: z.enum(airScales) });

/** What is derived from the history of devices. Refused with 477 if nothing can be shown, with 404 for other solutions. */
export const insightRoutes = {
  tank: route.get('/device/{id}/tank', { ...shown, reply: tank }),
  waterFlow: route.get('/device/{id}/water-flow', { ...shown, reply: waterFlow }),
  outdoorAir: route.get('/device/{id}/outdoor-air', { ...shown, reply: outdoorAir }),
  gasExposure: route.get('/device/{id}/gas-exposure', { ...shown, reply: z.array(exposure) }),
  powerDemand: route.get('/device/{id}/power-demand', { ...shown, reply: demand }),
  /** The last night of the meters of a site that measure a flow, the highest leak first. */
  siteNights: route.get('/analysis/consumption/{id}/night-flow', {
    access: canDo('swam.analysis', 'read'),
    reply: z.array(siteNight),
  }),
};

const change = { access: canDo('swam.setting', 'update') };

/** What people state about the company and the site of a device. */
export const settingRoutes = {
  /** The scale of the company of the device. */
  airScale: route.put('/device/{id}/air-scale', { ...change, body: scale, reply: scale }),
  /** The use of water in the site of the device. 409: the device belongs to no site. */
  waterUse: route.put('/device/{id}/water-use', { ...change, body: waterUse, reply: waterUse }),
};
