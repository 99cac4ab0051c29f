import { z } from 'zod';

/** The prefix of the numbers of a series. */
const prefix = z.string().regex(/^[A-Z]{1,6}$/);

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** A brand file: the name and look of the product for one seller. */
export const brandFile = z.object({
  name: z.object({ en: z.string().min(1), ar: z.string().min(1) }),
  /** Ten shades of one hue, from lightest to darkest; the fourth and the eighth are used as text colours. */
  colours: z.array(colour).length(10),
  /** The logo mark as SVG paths in a square of 32, drawn in the brand colour. */
  mark: z.array(z.string()).min(1),
  authLayout: z.enum(['split', 'card']),
  /** The prefixes of the numbers of orders and bills. */
  numbers: z.object({ order: prefix, invoice: prefix, creditNote: prefix }),
  /** Ids of the apps that this brand does not sell. */
  hidden: z.array(z.string()),
});

/** The settings of this installation that the browser needs before its first paint. */
export const siteSettings = z.object({
  brand: brandFile,
  hidden: z.array(z.string()),
  /**
   * The source of maps instead of the built-in world map: a raster template with `{z}/{x}/{y}`, or a MapLibre style.
   */
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** Where devices connect over MQTT: `mqtt://host:port`, or `mqtts` behind TLS. */
  mqttUrl: z.string(),
  /** Whether the server has a geocoder. */
  geocoder: z.boolean(),
});
export type SiteSettings = z.infer<typeof siteSettings>;
