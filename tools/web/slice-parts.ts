import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { AppManifest } from '#platform/common/define-app.ts';
import { listedManifests } from '../checks/listed-manifests.ts';

/* The parts of slices that the shell needs: the menu texts of locale files, and the icons that manifests name. */

/** A virtual module; without the ending .json, which other plugins would handle. */
const menuModule = '\0menu:';
/** The sections of a locale file for menus: the app's name and purpose, its pages and their groups. */
const menuSections = ['app', 'about', 'pages', 'sidebar'] as const;

/** A locale file of a slice. */
const sliceTexts = /\/(?:core|solutions)\/[^/]+\/locales\/\w+\.json$/;
/**
 * The sections of a locale file that only the server reads: what to do about an alarm comes with the alarm, and reports have
 * the names of their sections, columns and inputs.
 */
const serverSections: readonly string[] = ['guidance', 'reportSections', 'reportColumns', 'reportParams'];

/** Returns the texts that the browser needs. */
export const browserTexts = (texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).filter(([section]) => !serverSections.includes(section)));

/** Returns the menu texts of an app's texts. */
export const menuTexts = (texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(menuSections.flatMap((section) => (section in texts ? [[section, texts[section]]] : [])));

/** The icon names of a manifest, by virtual module. */
export const iconsOf = {
  'virtual:menu-icons': ({ icon, pages, search = [] }: AppManifest): string[] => [
    icon,
    ...pages.flatMap(({ sidebar, quick }) => [sidebar?.icon, quick?.icon].filter((one) => one !== undefined)),
    ...search.map((one) => one.icon),
  ],
  'virtual:place-icons': ({ spaceKinds = {}, planItems = {} }: AppManifest): string[] =>
    [...Object.values(spaceKinds), ...Object.values(planItems)].map((one) => one.icon),
  'virtual:solution-icons': ({ solutions = [] }: AppManifest): string[] => solutions.map((one) => one.icon),
};
type IconModule = keyof typeof iconsOf;
const isIconModule = (id: string): id is IconModule => Object.hasOwn(iconsOf, id);

/** Maps `droplet-half-2` to the component `IconDropletHalf2`. Throws if Tabler has no such icon. */
export function iconComponent(name: string): string {
  const component = `Icon${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  if (!existsSync(resolve(`node_modules/@tabler/icons-react/dist/esm/icons/${component}.mjs`)))
    throw new Error(`A manifest names the icon "${name}", which tabler.io/icons does not have`);
  return component;
}

/** The code of a module with the icons by name. */
export function iconModule(names: readonly string[]): string {
  const icons = [...new Set(names)].sort().map((name) => [name, iconComponent(name)] as const);
  return [
    `import { ${icons.map(([, component]) => component).join(', ')} } from '@tabler/icons-react';`,
    `export default { ${icons.map(([name, component]) => `${JSON.stringify(name)}: ${component}`).join(', ')} };`,
  ].join('\n');
}

/**
 * The Vite plugin for `locales/en.json?menu`, the menu texts of a file, and `virtual:menu-icons`, the icons of
 * manifests.
 */
export const sliceParts = (): Plugin => ({
  name: 'rasid-slice-parts',
  // Before Vite's JSON plugin.
  enforce: 'pre',
  async resolveId(source, importer) {
    if (isIconModule(source)) return `\0${source}`;
    const [, file] = /^(.+)\.json\?menu$/.exec(source) ?? [];
    const found = file && (await this.resolve(`${file}.json`, importer, { skipSelf: true }));
    return found ? `${menuModule}${found.id.replace(/\.json$/, '')}` : null;
  },
  async load(id) {
    if (id.startsWith(menuModule)) {
      const file = `${id.slice(menuModule.length)}.json`;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(menuTexts(JSON.parse(readFileSync(file, 'utf8'))))};`;
    }
    if (sliceTexts.test(id)) {
      this.addWatchFile(id);
      return JSON.stringify(browserTexts(JSON.parse(readFileSync(id, 'utf8'))));
    }
    const icons = id.slice(1);
    return isIconModule(icons) ? iconModule((await listedManifests()).flatMap(iconsOf[icons])) : null;
  },
});
