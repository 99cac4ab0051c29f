import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOf } from '#core/market/common/cart.ts';
import type { Product } from '#core/market/common/product.ts';
import { editedIn, editParams } from '#core/market/web/addresses/edit-address.ts';
import {
  chosenIn,
  draftOfEntry,
  emptyDraft,
  entryOf,
  isComplete,
  offeredBy,
  optionsFor,
  tokensFor,
  type WizardDraft,
  withDevice,
  withProduct,
} from '#core/market/web/wizard-order.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { apps } from '../apps.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

const typeNames = [
  ...['swam-hardware', 'swam-tokens', 'defcon-hardware', 'defcon-package', 'mobility-hardware', 'mobility-plugin'],
  ...['fleet-hardware', 'asset-watch-hardware', 'asset-watch-accessories', 'asset-watch-tokens'],
  ...['metrowatch-hardware', 'metrowatch-tokens', 'metrowatch-accessories', 'urban-ai-hardware'],
  ...['anpr-hardware', 'anpr-package', 'smart-parking-hardware', 'facility-booking-hardware', 'cloud-orbit-hardware'],
  ...['core-sms-packages', 'core-calling-packages', 'core-services', 'core-communication-packages'],
];

const manifests: readonly AppManifest[] = apps;
const wizards = manifests.flatMap(({ id, kind, market }) =>
  Object.entries(market?.orderTypes ?? {}).map(([name, type]) => ({
    name,
    type,
    app: kind === 'core' ? 'core' : id,
    slice: id,
  })),
);

let app: Rasid;
let buyer: TestPerson;
let company: number;
let products: readonly (Product & { app: string })[];
beforeAll(async () => {
  app = await rasid();
  buyer = await app.signIn('other@rasid.test');
  company = (await buyer.call('GET', '/session')).body.data.company.id;
  products = (await buyer.call('GET', '/product?limit=1000')).body.data;
});
afterAll(() => app.close());

/** The solution of the first model that a product fits, else the first one of the app. */
const hardwareSolution = (sold: string, { fits }: Product): number | null => {
  const { hardware = [], solutions = [] } = manifests.find(({ id }) => id === sold) ?? {};
  return hardware.find(({ id }) => fits.includes(id))?.solution ?? solutions[0]?.id ?? null;
};

/** The choices of somebody who takes the first of everything, and a subscription where the wizard has one. */
function firstChoices({ app: sold, type }: (typeof wizards)[number]) {
  const own = products.filter((product) => product.app === sold && product.price !== null);
  const main = own.find(({ kind }) => type.sells.includes(kind));
  if (!main) return undefined;
  const solutionId = main.solutionIds[0] ?? hardwareSolution(sold, main);
  const draft: WizardDraft =
    main.kind === 'device'
      ? {
          ...emptyDraft,
          ...withDevice(main, type, own),
          tokenId: type.with?.includes('tokenPackage') ? (tokensFor(own, solutionId)[0]?.id ?? null) : null,
        }
      : { ...emptyDraft, ...withProduct(main), solutionId, qty: 2 };
  return { own, main, draft, options: main.kind === 'device' ? optionsFor(main, type, own) : [] };
}

test('there is a wizard for each type of order that the catalogue names', () => {
  expect(wizards.map(({ name }) => name).sort()).toEqual([...typeNames].sort());
});

describe.each(typeNames.map((name) => ({ name })))('the wizard $name', ({ name }) => {
  const wizard = wizards.find((one) => one.name === name) as (typeof wizards)[number];
  const taken = () => {
    const chosen = firstChoices(wizard);
    if (!chosen) throw new Error(`${name} has nothing to sell`);
    const { own, draft, options } = chosen;
    const entry = entryOf(wizard.app, name, wizard.type, draft, chosenIn(draft, own), options);
    if (!entry) throw new Error(`${name} makes no entry`);
    return { ...chosen, entry };
  };

  test('ends with its order type and a payload that is priced without a problem', async () => {
    const { own, draft, main, entry } = taken();
    if (wizard.type.steps.includes('products'))
      expect(offeredBy(wizard.type, own, draft.solutionId)).toContainEqual(main);
    for (const step of wizard.type.steps) expect(isComplete(step, draft, chosenIn(draft, own)), step).toBe(true);
    const order = orderOf(entry);
    expect(Object.keys(order).sort()).toEqual(['app', 'devices', 'packages', 'plugins', 'tokens', 'type']);
    expect([order.app, order.type]).toEqual([wizard.app, wizard.type.cartType ?? name]);
    const { status, body } = await buyer.call('POST', `/company/${company}/order/validate?countryId=233`, {
      body: { orders: [order] },
    });
    expect([status, body.detail?.problems ?? []]).toEqual([200, []]);
    expect(body.data.lines.map(({ sku }: { sku: string }) => sku)).toContain(main.sku);
  });

  test('is opened filled in by the address that edits its entry, unless entries of its type cannot be edited', () => {
    const { own, draft, entry } = taken();
    expect(draftOfEntry(entry, own)).toEqual(draft);
    const other = { ...entry, app: 'elsewhere', details: { ...entry.details, hardwareId: 1 } };
    const params = editParams(entry, 1, [1], name);
    expect(params.get('wizard')).toBe(name);
    expect(editedIn(params, [other, entry], own)).toEqual({ entry, at: 1 });
    expect(editedIn(params, [entry], own)).toBeUndefined();
  });
});
