import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppManifest } from '../../common/define-app.ts';
import { type LightSpec, lightElement, lightPagesOf, lightParams } from '../../common/pages/light-page.ts';

/** The manifest that the build writes of the light pages. */
export const lightManifest = '.vite/light.json';
type Built = Readonly<Record<string, { file: string; css?: string[]; imports?: string[] }>>;

/** The scripts and styles that the module of a page needs, so that the browser asks for all of them at once. */
function filesOf(built: Built, { page }: LightSpec): { scripts: Set<string>; styles: Set<string> } {
  const [slice, name] = page.split('/');
  const start = Object.keys(built).find((key) => key.endsWith(`/${slice}/web/light/${name}/index.tsx`));
  if (start === undefined) throw new Error(`The web app was built without the light page "${page}"`);
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = built[key];
    if (!chunk || scripts.has(chunk.file)) continue;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    open.push(...(chunk.imports ?? []));
  }
  return { scripts, styles };
}

function documentOf(html: string, built: Built, spec: LightSpec): string {
  const { scripts, styles } = filesOf(built, spec);
  const named = (file: string) => html.includes(`"/${file}"`);
  const links = [
    ...[...scripts]
      .filter((file) => !named(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].filter((file) => !named(file)).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ];
  const json = JSON.stringify(spec).replaceAll('<', '\\u003c');
  return html
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(`id="${lightElement}"></script>`, () => `id="${lightElement}">${json}</script>`);
}

/**
 * The documents of the light pages of the apps. Returns the one of a URL, or undefined for a URL of another page. Throws if
 * the build lacks the module of a page.
 */
export async function lightDocuments(
  folder: string,
  apps: readonly AppManifest[],
  pageWith: (html: string) => string,
): Promise<(url: string) => string | undefined> {
  const specs = apps.flatMap(lightPagesOf);
  const html = pageWith(await readFile(join(folder, 'open.html'), 'utf8'));
  const built: Built = JSON.parse(await readFile(join(folder, lightManifest), 'utf8'));
  const documents = specs.map((spec) => ({ spec, html: documentOf(html, built, spec) }));
  return (url) => {
    const [path = ''] = url.split('?');
    return documents.find(({ spec }) => lightParams(spec, path))?.html;
  };
}
