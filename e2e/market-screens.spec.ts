import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from './journey.ts';

const widths = [1440, 390] as const;
const market = '/core/market/main';
const screens = {
  customer: [
    market,
    `${market}/PureTrace`,
    `${market}/PureTrace?device=801`,
    `${market}/PureTrace?compare=801,1701`,
    `${market}/PureTrace?wizard=swam-hardware`,
    `${market}/SmartTrack`,
    '/core/market/cart',
    '/core/market/my-orders',
    '/core/packages/add',
  ],
  super: [
    '/core/orders/list',
    '/core/market/payments',
    '/core/market/discounts-code',
    '/core/packages/external-orders',
    '/management/support/tickets',
  ],
  integrator: [
    '/management/si/dashboard',
    '/management/customers/list/all',
    '/management/customers/create',
    '/management/tokens/list',
    '/management/devices/store',
    '/management/devices/store/PureTrace',
    '/management/devices/request',
    '/management/support/tickets',
  ],
} as const;

const language = storyLanguage(import.meta.url);
for (const width of widths)
  test.describe(`${language}, ${width} px`, {
    tag: ['@core/market', '@core/orders', '@solutions/management'],
  }, () => {
    test.use({ language, viewport: { width, height: 900 } });

    for (const person of ['customer', 'super', 'integrator'] as const)
      test(`the screens of the market for ${person} have no finding of axe and no overflow`, async ({
        page,
        request,
        signIn,
      }) => {
        await signIn(person);
        const addresses: string[] = [...screens[person]];
        if (person === 'super') {
          const orders = await request.get('/api/order?limit=1', { headers: await headersOf(request, person) });
          const [order] = (await orders.json()).data;
          addresses.push(`/core/orders/${order.id}/${order.company.id}`);
        }
        for (const address of addresses) {
          await page.goto(address);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          await test.step(address, async () => {
            await expectDirection(page, language);
            await expectAccessible(page);
          });
        }
      });

    test('the market of visitors has no finding of axe and no overflow', async ({ page }) => {
      for (const address of ['/global/core/market/main', '/global/core/market/main/PureTrace']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectDirection(page, language);
        await expectAccessible(page);
      }
    });
  });
