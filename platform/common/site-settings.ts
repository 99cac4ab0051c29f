import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** A brand file: what the product is called and looks like for one seller of it. */
export const brandFile = z.object({
  name: z.object({ en: z.string().min(1), ar: z.string().min(1) }),
  /** Ten shades of the one hue, from lightest to darkest; the fourth and the eighth carry text. */
  colours: z.array(colour).length(10),
  /** The mark as paths in a square of 32, drawn with the hue. */
  mark: z.array(z.string()).min(1),
  authLayout: z.enum(['split', 'card']),
  /** Ids of apps that this brand does not sell. */
  hidden: z.array(z.string()),
});

/** What the browser must know of this installation before it draws anything. */
export const siteSettings = z.object({
  brand: brandFile,
  hidden: z.array(z.string()),
  /** What maps are drawn from instead of the plain world: pictures by `{z}/{x}/{y}`, or else a MapLibre style. */
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** The server can ask somebody for addresses. */
  geocoder: z.boolean(),
});
export type SiteSettings = z.infer<typeof siteSettings>;
