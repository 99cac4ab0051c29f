import './light.css';
import { Component, type ReactElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type LightSpec, lightElement, lightParams } from '#platform/common/pages/light-page.ts';
import { BootError } from '../boot-error.ts';
import { type Scheme, severityColours, surfaces } from '../colours.ts';
import { hasTexts, type LocaleFiles, startI18n } from '../i18n/i18n.ts';
import { LightFailure } from './LightFrame.tsx';
import type { LightModule } from './light-page.ts';

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

function addColours(): void {
  const style = document.createElement('style');
  style.textContent = `${variablesOf('light')}@media (prefers-color-scheme:dark){${variablesOf('dark')}}`;
  document.head.append(style);
}

/** A page whose rendering fails is replaced by the reason to load it again. */
class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <LightFailure /> : this.props.children;
  }
}

const ownFiles = import.meta.glob<Record<string, unknown>>('./locales/*.json', { eager: true, import: 'default' });

type Options = {
  /** The modules of light pages by path: `…/<slice>/web/light/<name>/index.tsx`. */
  pages: Record<string, () => Promise<LightModule>>;
  /** Their texts, in `locales` next to them. */
  locales: LocaleFiles;
};

/** The light page that the document names, alone: without shell, session, apps, and the modules of other pages. */
export async function startLight({ pages, locales }: Options): Promise<void> {
  addColours();
  const root = document.getElementById('root');
  const spec: LightSpec | null = JSON.parse(document.getElementById(lightElement)?.textContent || 'null');
  const params = spec && lightParams(spec, location.pathname);
  if (!root || !spec || !params) throw new BootError(`${location.pathname} is no address of this document`);
  const [slice, name = ''] = spec.page.split('/');
  const folder = `/${slice}/web/light/${name}/`;
  const [, load] = Object.entries(pages).find(([path]) => path.endsWith(`${folder}index.tsx`)) ?? [];
  if (!load) throw new BootError(`There is no light page "${spec.page}"`);
  const loading = load()
    .then(({ light }) => light({ api: spec.api, params }))
    .catch((error: unknown) => {
      console.error(`The light page "${spec.page}" did not load`, error);
      return null;
    });
  const texts = Object.entries(locales).filter(([path]) => path.includes(folder));
  const own = Object.entries(ownFiles).map(([path, file]) => [path.replace('./', 'light/'), async () => file] as const);
  await startI18n(Object.fromEntries([...texts, ...own]), { first: [name, 'light'], kit: false });
  const element: ReactElement | null = hasTexts(name) ? await loading : null;
  createRoot(root).render(<FailureBoundary>{element ?? <LightFailure />}</FailureBoundary>);
}
