import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { openAddress } from '#platform/common/open-address.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { market } from '../app.ts';
import type { Product } from '../common/product.ts';
import { CatalogueAppPage } from './CatalogueAppPage.tsx';
import { CataloguePage } from './CataloguePage.tsx';

const manifest = market as unknown as AppManifest;
const service: Product = {
  id: 7,
  name: 'Site survey',
  sku: 'SURVEY',
  kind: 'service',
  app: 'core',
  solutionIds: [],
  hardwareId: null,
  fits: [],
  summary: '',
  price: 150,
  listPrice: 150,
  months: null,
  units: null,
  icon: null,
  drawing: 'bracket',
  minQty: 1,
  maxQty: 10,
  stock: null,
  leadTimeDays: 0,
  offer: null,
  options: [],
};

beforeEach(() => {
  registerApps([manifest]);
  sessionStore.set({
    me: {
      ...testMe({ user: { providerTypes: ['Integrator'] } }),
      company: {
        id: 7,
        name: 'Reem Residences',
        type: 'Customer',
        timeZone: 'Asia/Dubai',
        providers: [{ id: 3, name: 'Najm Integration', type: 'Integrator' }],
      },
    },
    index: {},
  });
});

const t = (key: string, values?: Record<string, unknown>) => text('market', key, values);

/** Opens a page of the catalogue at an address below /core/market. */
async function open(language: Language, at: string, products: readonly Product[] = [service]) {
  testServer({ 'GET /product': products, 'GET /product/best-selling': [], 'GET /solution': [] });
  const pages = { 'market/catalogue': <CataloguePage />, 'market/catalogue/{appName}': <CatalogueAppPage /> };
  await showPages(language, manifest, pages, { texts: ['market'], at: `/core/market/${at}` });
}

describe.each(languages)('the market of a company that an integrator supplies: %s', (language) => {
  test('names whom to ask, leads to the requests and keeps to its own pages', async () => {
    await open(language, 'catalogue');
    await expect.element(page.getByRole('note')).toHaveTextContent('Najm Integration');
    const ask = page.getByRole('link', { name: t('supplier.ask'), exact: true });
    await expect.element(ask).toHaveAttribute('href', openAddress('device-requests'));
    const tile = page.getByRole('link', { name: t('coreApp') });
    await expect.element(tile).toHaveAttribute('href', '/core/market/catalogue/core');
    await expectAccessible();
  });

  test('begins with the apps that one can use now, and marks those that come later', async () => {
    const selling = (id: string, pages: AppManifest['pages']): AppManifest => ({
      ...manifest,
      kind: 'solution',
      id,
      brand: id,
      web: `/${id}`,
      pages,
      market: { orderTypes: {}, products: [] },
    });
    registerApps([selling('later', []), selling('ready', manifest.pages), manifest]);
    const products = ['later', 'ready', 'core'].map((app, at) => ({ ...service, id: at, app }));
    await open(language, 'catalogue', products);
    const tiles = page.getByRole('link', { name: new RegExp(t('from')) });
    await expect.element(tiles.nth(2)).toBeVisible();
    expect(tiles.elements().map((tile) => tile.getAttribute('href')?.split('/').at(-1))).toEqual([
      'ready',
      'later',
      'core',
    ]);
    await expect.element(tiles.nth(1)).toHaveTextContent(t('soon'));
    await expect.element(tiles.nth(0)).not.toHaveTextContent(t('soon'));
    await expect.element(tiles.nth(2)).toHaveTextContent(t('coreAbout'));
  });

  test('shows products that cannot be ordered, also by the address of an order', async () => {
    await open(language, 'catalogue/core?wizard=core-services');
    await expect.element(page.getByText('Site survey')).toBeVisible();
    for (const name of [t('order'), t('configure'), t('quoteRequest.ask')])
      await expect.element(page.getByRole('button', { name: new RegExp(name) })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: t('cartOf', { count: 0, shown: '0' }) }))
      .not.toBeInTheDocument();
  });
});
