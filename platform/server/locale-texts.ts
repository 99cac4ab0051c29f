import { existsSync, readFileSync } from 'node:fs';
import type { AppManifest } from '../common/define-app.ts';

type Texts = { [key: string]: string | Texts };
const read = new Map<string, Texts>();

/** The folders of slices, including those of tests. */
const folders = ['core', 'solutions', 'main/test-apps'].map((folder) => new URL(`../../${folder}/`, import.meta.url));

function textsIn(name: string): Texts {
  const file = folders.map((folder) => new URL(name, folder)).find((one) => existsSync(one));
  if (!file) throw new Error(`No slice has texts named ${name}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** A text of a slice for mails; the key is a path with dots. Undefined if it does not exist. */
export function textOf(app: Pick<AppManifest, 'id'>, locale: 'en' | 'ar', key: string): string | undefined {
  const name = `${app.id}/locales/${locale}.json`;
  const texts = read.get(name) ?? textsIn(name);
  read.set(name, texts);
  const found = key
    .split('.')
    .reduce<Texts | string | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), texts);
  return typeof found === 'string' ? found : undefined;
}
