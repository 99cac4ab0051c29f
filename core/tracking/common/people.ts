import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

/** The version of the text that people consent to (`consent.text`). A new text is a new version, and needs new consents. */
export const consentVersion = 1;
/** How long positions of people are kept. */
export const personDays = 30;
export const lookKinds = ['trail', 'trips', 'file', 'place'] as const;
export type LookKind = (typeof lookKinds)[number];

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** For an app that mounts `personRoutes`: the first two digits of its error codes. */
    people?: { errors: string };
  }
}

const named = z.object({ id: z.number(), name: z.string() });
const consent = z.object({ at: z.string(), textVersion: z.number() });

const personState = z.object({
  deviceId: z.number(),
  /** The wearer of the device; null while nobody is assigned. `phone`: a verified number. */
  person: named.extend({ phone: z.string().nullable() }).nullable(),
  schedule: named.nullable(),
  /** Null without a consent of this person to the present text. */
  consent: consent.nullable(),
  /** Positions are stored now: the person has consented and is on duty. */
  onDuty: z.boolean(),
  /** When the duty begins or ends. */
  nextChange: z.string().nullable(),
  sos: z
    .object({
      since: z.string(),
      /** Its open alarm; null if there is none, or the caller may not read it. */
      alarmId: z.number().nullable(),
      acknowledged: z.boolean(),
      /** When further people are notified; null when no step of an escalation is left. */
      escalatesAt: z.string().nullable(),
    })
    .nullable(),
  /** The newest place; null off duty, unless the person has called for help. */
  place: z.object({ lat: z.number(), lng: z.number(), at: z.string(), accuracy: z.number().nullable() }).nullable(),
});
export type PersonState = z.infer<typeof personState>;

export const personFields = z.object({ userId: id(), scheduleId: id() });
export type TrackedPersonFields = z.infer<typeof personFields>;

const look = z.object({
  id: z.number(),
  viewer: named,
  device: named,
  kind: z.enum(lookKinds),
  /** The viewed period; null for the latest position. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  looks: z.number(),
});
export type PersonLook = z.infer<typeof look>;

export const personAccess = (app: string) => ({ ...canDo(`${app}.personal`, 'read'), ceiling: 'Admin' as const });

/** The calls for devices that people wear, mounted in the manifest of their app. */
export function personRoutes(app: string) {
  const read = personAccess(app);
  const update = canDo(`${app}.personal`, 'update');
  return {
    state: route.get('/device/{id}/person', { access: read, reply: personState }),
    /** Assigns the wearer of the device. The positions of the previous wearer are deleted. */
    assign: route.put('/device/{id}/person', { access: update, body: personFields, reply: personState }),
    /** The people of the company of the device. */
    candidates: route.list('/device/{id}/person/candidate', {
      access: update,
      reply: named,
      list: { search: ['name'] },
    }),
    /** The people who have looked at the positions of the wearer, latest first. */
    looks: route.list('/device/{id}/person/look', { access: read, reply: look, list: {} }),
  };
}
export type PersonRoutes = ReturnType<typeof personRoutes>;

const ownTracking = z.object({
  device: named,
  company: named,
  schedule: named,
  consent: consent.nullable(),
  onDuty: z.boolean(),
  nextChange: z.string().nullable(),
});
export type OwnTracking = z.infer<typeof ownTracking>;

/** What people see and decide about being tracked themselves, regardless of the company they act for. */
export const ownTrackingRoutes = {
  list: route.get('/own-tracking', { access: 'signed-in', reply: z.array(ownTracking) }),
  consent: route.post('/own-tracking/{id}/consent', {
    access: 'signed-in',
    body: z.object({ textVersion: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange') }),
    reply: z.array(ownTracking),
    status: 200,
  }),
  /** Withdraws the consent and deletes the positions that were stored by it. */
  withdraw: route.delete('/own-tracking/{id}/consent', { access: 'signed-in' }),
  looks: route.list('/own-tracking/look', { access: 'signed-in', reply: look, list: {} }),
};
