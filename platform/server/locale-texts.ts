import { readFileSync } from 'node:fs';
import type { AppManifest } from '../common/define-app.ts';

type Texts = { [key: string]: string | Texts };
const read = new Map<string, Texts>();

/** A text of a slice as its pages show it, for mails; the key names nested texts with dots. Undefined when it has none. */
export function textOf(app: Pick<AppManifest, 'id' | 'kind'>, locale: 'en' | 'ar', key: string): string | undefined {
  const folder = app.kind === 'core' ? 'core' : 'solutions';
  const file = new URL(`../../${folder}/${app.id}/locales/${locale}.json`, import.meta.url);
  let texts = read.get(file.href);
  if (!texts) {
    texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
    read.set(file.href, texts);
  }
  const found = key
    .split('.')
    .reduce<Texts | string | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), texts);
  return typeof found === 'string' ? found : undefined;
}
