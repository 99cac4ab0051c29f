import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { type Language, languages } from '../i18n/i18n.ts';
import { sessionStore } from '../session/session-store.ts';
import { testMe } from '../session/test-session.ts';
import { boundApps, registerParts } from '../shell/layout/shell-parts.ts';
import { kit, showRoutes } from '../test-render.tsx';
import { AheadOffer } from './AheadOffer.tsx';
import { AheadPanel } from './AheadPanel.tsx';
import { chooseAhead } from './ahead.ts';
import { useLoadAhead } from './load-ahead.ts';

/** A service worker that keeps every file at once. */
const storeAhead = vi.fn<(parts: readonly string[]) => void>();
const worker = {
  postMessage({ parts }: { parts: readonly string[] }, [port]: MessagePort[] = []) {
    storeAhead(parts);
    port?.postMessage({});
  },
} as ServiceWorker;

const connection = { saveData: false };
beforeEach(() => {
  storeAhead.mockClear();
  connection.saveData = false;
  vi.spyOn(navigator, 'connection', 'get').mockReturnValue(connection);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(
    Promise.resolve({ active: worker } as ServiceWorkerRegistration),
  );
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(worker);
});

function Frame({ ahead }: { ahead?: boolean }) {
  useLoadAhead();
  return (
    <>
      <AheadOffer />
      {ahead && <AheadPanel />}
    </>
  );
}
const daily = { page: { quick: { bar: true } } };

async function openOnPhone(language: Language): Promise<void> {
  await showRoutes(language, [{ path: '/', handle: daily, element: <Frame /> }]);
  await page.viewport(390, 800);
  await expect.element(page.getByRole('button', { name: kit('ahead.keep') })).toBeVisible();
}

test.each(languages)(
  'a phone is offered to keep daily pages, in %s, and nothing is loaded before the answer',
  async (language) => {
    await openOnPhone(language);
    expect(storeAhead).not.toHaveBeenCalled();
  },
);

test('daily pages are loaded once the person agrees', async () => {
  await openOnPhone('en');
  await page.getByRole('button', { name: kit('ahead.keep') }).click();
  await expect.element(page.getByRole('region', { name: kit('ahead.title') })).not.toBeInTheDocument();
  await expect.poll(() => storeAhead.mock.calls).toEqual([[['platform']]]);
});

test('the data of the core and of apps that the person holds is loaded, and nothing of other apps', async () => {
  const loaded: string[] = [];
  const bound = (id: string, kind: 'core' | 'solution') => ({
    app: defineApp({
      id,
      kind,
      brand: id,
      web: `/${id}`,
      api: `/${id}`,
      icon: 'box',
      needs: [],
      pages: [],
      routes: {},
    }),
    loaders: {},
    parts: { ahead: async () => ({ loadAhead: async () => void loaded.push(id) }) },
  });
  const before = boundApps();
  onTestFinished(() => registerParts(before));
  registerParts([bound('other', 'solution'), bound('desk', 'core'), bound('held', 'solution')]);
  sessionStore.set((state) => ({ ...state, me: testMe({ apps: ['held'] }) }));
  chooseAhead(true);
  await showRoutes('en', [{ path: '/', handle: daily, element: <Frame /> }]);
  await expect.poll(() => loaded).toEqual(['desk', 'held']);
});

test('daily pages are loaded although the page is drawn without pause', async () => {
  let draws = true;
  const drawSlowly = () => {
    const end = performance.now() + 30;
    while (performance.now() < end);
    if (draws) requestAnimationFrame(drawSlowly);
  };
  onTestFinished(() => {
    draws = false;
  });
  chooseAhead(true);
  await showRoutes('en', [{ path: '/', handle: daily, element: <Frame /> }]);
  drawSlowly();
  await expect.poll(() => storeAhead.mock.calls).toEqual([[['platform']]]);
});

test('the settings of the device show the choice, and nothing is loaded while the browser saves data', async () => {
  connection.saveData = true;
  chooseAhead(true);
  await showRoutes('en', [{ path: '/', element: <Frame ahead /> }]);
  const wanted = page.getByRole('switch', { name: kit('ahead.switch') });
  await expect.element(wanted).toBeChecked();
  await expect.element(page.getByText(kit('ahead.savesData'))).toBeVisible();
  expect(storeAhead).not.toHaveBeenCalled();
  connection.saveData = false;
  // The listener is added late, so the person returns to the page until it reacts.
  const loadsAfterReturn = () => {
    document.dispatchEvent(new Event('visibilitychange'));
    return storeAhead.mock.calls.length;
  };
  await expect.poll(loadsAfterReturn).toBeGreaterThan(0);
  // The notice that everything is stored may cover the switch, so it is pressed by the keyboard.
  wanted.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(wanted).not.toBeChecked();
  storeAhead.mockClear();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(storeAhead).not.toHaveBeenCalled();
});
