import { z } from 'zod';
import { ofPositions } from '#core/devices/common/models/kept-settings.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { day, id, numberWithin } from '#platform/common/validation/validation.ts';

/** Null leaves the setting to the model of a device. */
const chosen = ({ min, max }: { min: number; max: number }) =>
  numberWithin(min, max).int('enterANumber').nullable().default(null);

/**
 * How a company distinguishes stops and gaps from trips, and measures these. The template of a device takes precedence over it, and it
 * takes precedence over the model. A change applies to positions from then on.
 */
export const trackingSetting = defineEntity('company.tracking-setting', {
  table: 'tracking_setting',
  fields: z.object({
    stopMetres: chosen(ofPositions.stopMetres),
    stopSeconds: chosen(ofPositions.stopSeconds),
    gapSeconds: chosen(ofPositions.gapSeconds),
    leastTripMetres: chosen(ofPositions.leastTripMetres),
    leastTripSeconds: chosen(ofPositions.leastTripSeconds),
    idleSpeed: chosen(ofPositions.idleSpeed),
    distanceSource: z.enum(ofPositions.distanceSource.options).nullable().default(null),
  }),
  roles: { update: 'Admin' },
});
export type TrackingSetting = z.infer<typeof trackingSetting.fields>;
export const settingKeys = Object.keys(ofPositions) as (keyof TrackingSetting)[];

const shownSetting = trackingSetting.fields.extend({
  /** From when on it applies; null if the company has never set anything. */
  since: z.string().nullable(),
  /** The models whose devices report positions. */
  models: z.array(z.number()),
});
export type ShownTrackingSetting = z.infer<typeof shownSetting>;

export const rebuildFields = z.object({
  /** The first day, in the time zone of the company. */
  from: day(),
  /** All devices of the company by default. */
  deviceId: id().nullable().default(null),
});

const rebuild = z.object({
  id: z.number(),
  companyId: z.number(),
  /** Null for all devices of the company. */
  device: z.object({ id: z.number(), name: z.string() }).nullable(),
  from: z.string(),
  by: z.object({ id: z.number(), name: z.string() }),
  createdAt: z.string(),
  /** The number of devices, and of those that are done. */
  devices: z.number(),
  done: z.number(),
  finishedAt: z.string().nullable(),
});
export type TrackRebuild = z.infer<typeof rebuild>;

export const rebuildList = { sort: ['createdAt'], defaultSort: ['createdAt', 'desc'] } as const;

export const trackingSettingRoutes = {
  read: route.get('/tracking-setting', { access: trackingSetting.can('read'), reply: shownSetting }),
  set: route.put('/tracking-setting', {
    access: trackingSetting.can('update'),
    body: trackingSetting.fields,
    reply: shownSetting,
  }),
  /** Earlier and running recomputations, latest first. */
  rebuilds: route.list('/tracking-setting/rebuild', {
    access: trackingSetting.can('read'),
    reply: rebuild,
    list: rebuildList,
  }),
  /**
   * Recomputes trips, stops and visits from their positions. For all devices, the present settings of the company then
   * apply from that day on. 409 `rebuild-running` while the company has another one under way.
   */
  rebuild: route.post('/tracking-setting/rebuild', {
    access: trackingSetting.can('update'),
    body: rebuildFields,
    reply: rebuild,
  }),
};
