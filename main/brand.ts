import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brandFile, type SiteSettings } from '#platform/common/settings/site-settings.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'brands');

type Servers = {
  geocoderUrl?: string | undefined;
  mapTilesUrl?: string | undefined;
  mapTilesAttribution?: string | undefined;
  mqttUrl?: string | undefined;
};

/**
 * The site settings of a brand. Apps hidden by the brand are added to those hidden by the environment. Throws an Error
 * with one sentence.
 */
export function readSiteSettings(
  brand: string,
  hidden: readonly string[],
  { geocoderUrl, mapTilesUrl, mapTilesAttribution = '', mqttUrl = 'mqtt://localhost:1883' }: Servers = {},
): SiteSettings {
  const brandNames = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
  if (!brandNames.includes(brand)) throw new Error(`BRAND must be one of ${brandNames.join(', ')}, not "${brand}".`);
  const parsed = brandFile.safeParse(JSON.parse(readFileSync(join(folder, `${brand}.json`), 'utf8')));
  if (!parsed.success)
    throw new Error(
      `The brand file ${brand}.json is wrong at ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}.`,
    );
  return {
    brand: parsed.data,
    hidden: [...new Set([...hidden, ...parsed.data.hidden])],
    tiles: mapTilesUrl ? { url: mapTilesUrl, attribution: mapTilesAttribution } : null,
    mqttUrl,
    geocoder: geocoderUrl !== undefined,
  };
}

/** The shade of the brand colour for mails. White text on it has enough contrast. */
const mailShade = 7;

/** The name and colour of the brand for mails. */
export const mailBrand = ({ brand }: SiteSettings) => ({
  name: brand.name,
  colour: brand.colours[mailShade] ?? '#000000',
});
