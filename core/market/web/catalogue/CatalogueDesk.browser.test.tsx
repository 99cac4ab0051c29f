import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { market } from '../../app.ts';
import { type EditedProduct, type Product, productRoutes } from '../../common/product.ts';
import { AppOffers } from '../AppOffers.tsx';

const manifest = market as unknown as AppManifest;
const app = {
  id: 'core',
  webName: 'core',
  name: 'Rasid',
  purpose: '',
  comesLater: false,
  icon: 'box',
  manifest,
  orderTypes: {},
};
const customize = '/product/7/customize';
const cable = {
  id: 7,
  sku: 'CABLE-3',
  kind: 'accessory',
  app: 'core',
  nameEn: 'Cable',
  nameAr: 'كابل',
  summaryEn: '',
  summaryAr: '',
  descriptionEn: '',
  descriptionAr: '',
  price: 12.5,
  hidden: false,
  note: '',
  stock: null,
  restockOn: null,
  reserved: 0,
  active: true,
  version: 3,
} as const satisfies EditedProduct;

/** A product as the catalogue shows it. */
const offered = (id: number, name: string): Product => ({
  id,
  name,
  sku: `SKU-${id}`,
  kind: 'accessory',
  app: 'core',
  solutionIds: [],
  hardwareId: null,
  fits: [],
  summary: '',
  price: 12.5,
  listPrice: 12.5,
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
});

const t = (key: string) => text('market', key);
const named = { en: cable.nameEn, ar: cable.nameAr };
const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const panel = (key: string) => page.getByRole('dialog', { name: t(key) });
const save = () => button('catalogue.save').click();

/** The server: a product, which is on sale at first, and a company. */
function server(language: Language): readonly Sent[] {
  let product: EditedProduct = cable;
  const row = offered(cable.id, named[language]);
  const others = [offered(8, 'Bracket')];
  return testServer({
    'GET /product': ({ query }) => {
      if (query.has('offSale')) return product.active ? [] : [row];
      return product.active ? [row, ...others] : others;
    },
    'GET /solution': [],
    'GET /company': [{ id: 12, name: 'Qasr Retail' }],
    'POST /product': ({ body }) => ({ ...cable, ...(body as object) }),
    'GET /product/7/customized': () => product,
    [`PATCH ${customize}`]: ({ body }) => {
      product = { ...product, ...(body as Partial<EditedProduct>) };
      return product;
    },
  });
}

beforeEach(() => sessionStore.set(permitted(productRoutes.customize.access, productRoutes.create.access)));

describe.each(languages)('the catalogue in %s', (language) => {
  const open = () => show(language, <AppOffers app={app} />, { texts: ['market', 'accounts'] });
  const edit = () => page.getByRole('button', { name: text('market', 'editOf', { name: named[language] }) });

  test('gets a new product', async () => {
    const sent = server(language);
    await open();
    await button('catalogue.add').click();
    const added = panel('catalogue.add');
    await added.getByLabelText(t('fields.sku')).fill('CABLE-5');
    await added.getByLabelText(t('fields.nameEn')).fill('Long cable');
    await added.getByLabelText(t('fields.nameAr')).fill('كابل طويل');
    await added.getByLabelText(t('fields.price')).fill('12.5');
    await expectAccessible();
    await save();
    await expect.element(added).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/product')).toEqual([
      expect.objectContaining({
        app: 'core',
        kind: 'accessory',
        sku: 'CABLE-5',
        nameEn: 'Long cable',
        nameAr: 'كابل طويل',
        price: 12.5,
        stock: null,
      }),
    ]);
  });

  test('has its own price for one company', async () => {
    const sent = server(language);
    await open();
    await edit().click();
    const edited = panel('catalogue.edit');
    await expect.element(edited.getByLabelText(t('fields.price'))).toHaveValue('$12.5');
    await edited.getByText(t('catalogue.for.company'), { exact: true }).click();
    await edited.getByRole('combobox', { name: t('fields.companyId') }).click();
    await page.getByRole('option', { name: 'Qasr Retail' }).click();
    await edited.getByLabelText(t('fields.price')).fill('9');
    await page.viewport(390, 844);
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await save();
    await expect.element(edited).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'PATCH', customize)).toEqual([
      { companyId: 12, version: 3, nameEn: 'Cable', nameAr: 'كابل', price: 9, hidden: false, note: '' },
    ]);
  });

  test('names the products that are off sale, which can be put on sale again', async () => {
    const sent = server(language);
    await open();
    await edit().click();
    const edited = panel('catalogue.edit');
    const active = edited.getByRole('checkbox', { name: t('fields.active') });
    await active.click();
    await save();
    await expect.element(edited).not.toBeInTheDocument();
    await expect.element(edit()).not.toBeInTheDocument();
    await page.getByRole('button', { name: named[language], exact: true }).click();
    await expect.element(active).not.toBeChecked();
    await active.click();
    await save();
    await expect.element(edit()).toBeVisible();
    expect(bodiesOf(sent, 'PATCH', customize)).toEqual([
      expect.objectContaining({ companyId: null, version: 3, price: 12.5, active: false }),
      expect.objectContaining({ companyId: null, version: 3, price: 12.5, active: true }),
    ]);
  });

  test('is managed only by people with the permission', async () => {
    sessionStore.set(permitted());
    server(language);
    await open();
    await expect.element(page.getByText('Bracket')).toBeVisible();
    await expect.element(button('catalogue.add')).not.toBeInTheDocument();
    await expect.element(edit()).not.toBeInTheDocument();
  });
});
