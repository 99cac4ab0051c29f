import '@fontsource-variable/cairo';
import './link.css';
import { createRoot } from 'react-dom/client';
import { type Scheme, severityColours, surfaces } from '#platform/web/colours.ts';
import { type LocaleFiles, startI18n } from '#platform/web/i18n/i18n.ts';
import { linkCalls } from './link-calls.ts';
import { OpenLink } from './OpenLink.tsx';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function variablesOf(scheme: Scheme): string {
  const colours = Object.entries(surfaces[scheme]).map(([name, value]) => `--color-${kebab(name)}:${value}`);
  const tones = Object.entries(severityColours[scheme]).flatMap(([name, [text, soft, strong]]) => [
    `--severity-${name}-text:${text}`,
    `--severity-${name}-soft:${soft}`,
    `--severity-${name}-strong:${strong}`,
  ]);
  return `:root{${[...colours, ...tones].join(';')}}`;
}

/** The page of a link alone, without shell, session and apps. `api` is the address of the app's calls. */
export async function startLink({ api, locales }: { api: string; locales: LocaleFiles }): Promise<void> {
  const token = location.pathname.split('/').filter(Boolean).at(-1) ?? '';
  const calls = linkCalls(`/api${api}/access-token/public`, token);
  calls.readAhead();
  const style = document.createElement('style');
  style.textContent = `${variablesOf('light')}@media (prefers-color-scheme:dark){${variablesOf('dark')}}`;
  document.head.append(style);
  await startI18n(locales, { first: ['link'] });
  const root = document.getElementById('root');
  if (!root) throw new Error('open.html has no element with the id "root"');
  createRoot(root).render(<OpenLink calls={calls} />);
}
