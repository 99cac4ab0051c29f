import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { AppManifest } from '#platform/common/define-app.ts';
import { listedManifests } from './listed-manifests.ts';

/*
 * What the frame around all pages takes of the slices: of a locale file what menus say, and the icons that manifests name.
 */

/** A module of its own, without the ending that others take for JSON. */
const menuModule = '\0menu:';
/** Sections of a locale file: the app's name, its pages and their groups. */
const menuSections = ['app', 'pages', 'sidebar'] as const;

/** What menus say of an app, of its whole texts. */
export const menuTexts = (texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(menuSections.flatMap((section) => (section in texts ? [[section, texts[section]]] : [])));

/** The names of icons in a manifest, by the module that carries them. */
export const iconsOf = {
  'virtual:menu-icons': ({ icon, pages, search = [] }: AppManifest): string[] => [
    icon,
    ...pages.flatMap(({ sidebar }) => sidebar?.icon ?? []),
    ...search.map((one) => one.icon),
  ],
  'virtual:solution-icons': ({ solutions = [] }: AppManifest): string[] => solutions.map((one) => one.icon),
};
type IconModule = keyof typeof iconsOf;
const isIconModule = (id: string): id is IconModule => Object.hasOwn(iconsOf, id);

/** `droplet-half-2` is the component `IconDropletHalf2`. Throws when Tabler has none of this name. */
export function iconComponent(name: string): string {
  const component = `Icon${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  if (!existsSync(resolve(`node_modules/@tabler/icons-react/dist/esm/icons/${component}.mjs`)))
    throw new Error(`A manifest names the icon "${name}", which tabler.io/icons does not have`);
  return component;
}

/** A module of the icons that the manifests name, by these names. */
export function iconModule(names: readonly string[]): string {
  const icons = [...new Set(names)].sort().map((name) => [name, iconComponent(name)] as const);
  return [
    `import { ${icons.map(([, component]) => component).join(', ')} } from '@tabler/icons-react';`,
    `export default { ${icons.map(([name, component]) => `${JSON.stringify(name)}: ${component}`).join(', ')} };`,
  ].join('\n');
}

/** `locales/en.json?menu` is the part of the file that menus show; `virtual:menu-icons` holds the icons of manifests. */
export const sliceParts = (): Plugin => ({
  name: 'rasid-slice-parts',
  // Before Vite takes the file for JSON.
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
    const icons = id.slice(1);
    return isIconModule(icons) ? iconModule((await listedManifests()).flatMap(iconsOf[icons])) : null;
  },
});
