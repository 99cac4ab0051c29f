import { z } from 'zod';
import { serialIn } from '#core/devices/common/serial.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

const sensor = z.object({
  id: z.number(),
  name: z.string(),
  serial: z.string(),
  /** When it was last heard, by the clock of the server: what comes later came after it was paired. */
  heardAt: z.string().nullable(),
});
export type PairedSensor = z.infer<typeof sensor>;

/** What is typed or scanned as a serial number, as devices have it. */
export const typedSerial = (text: string): string => serialIn(text) ?? text.trim();

/** A bay with the sensor that is in it. */
const bayToPair = z.object({
  id: z.number(),
  number: z.string(),
  code: z.string().nullable(),
  floor: z.object({ id: z.number(), name: z.string() }).nullable(),
  sensor: sensor.nullable(),
  /** The channel of a controller that watches it, which needs no sensor in the bay. */
  watchedBy: z.object({ name: z.string(), channel: z.string() }).nullable(),
});
export type BayToPair = z.infer<typeof bayToPair>;

const access = canDo('sparking.device', 'install');

/** Installers put sensors into bays one after the other, often without a network. */
export const pairingRoutes = {
  /** All bays of a location, also for a phone that will be without a network. */
  bays: route.get('/location/{id}/pairing', { access, reply: z.array(bayToPair) }),
  /** Puts the sensor with this serial number into the bay. */
  pair: route.put('/slot/{id}/sensor', {
    access,
    body: z.object({ serial: requiredText(120) }),
    reply: sensor,
    idempotent: true,
  }),
  /** Requests the codes of the bays of a location, or of one of its groups, as PDF for the walls. */
  labels: route.post('/location/{id}/label', {
    access,
    body: z.object({ groupId: id().optional(), language: z.enum(['en', 'ar']) }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
  }),
};

/** What the sheet of codes prints. */
export type BayLabels = {
  location: string;
  bays: { number: string; code: string; floor: string | null }[];
};
