import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { type CartEntry, pricedOf } from '#core/market/common/cart.ts';
import type { OrderDetail } from '#core/orders/common/order.ts';
import {
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  signInByToken,
  storyLanguage,
  test,
} from '../journey.ts';
import { chooseInForm, confirmAction, panelOf } from './journey-panel.ts';

const tag = ['@core/alarms', '@core/orders', '@core/market', '@solutions/defcon'];
const desk = '/ProTect/alarms/intrusion-alarms';
const owner = 'other';
const serial = '70B3D5FA00000007';
const name = 'Shop 7';
const station = { en: 'Marina Police Station', ar: 'مركز شرطة المرسى' };

/** What a person reads, or the reply of a call that must succeed. */
const callsOf = (request: APIRequestContext, person: string) => ({
  read: async (path: string) =>
    (await (await request.get(`/api${path}`, { headers: await headersOf(request, person) })).json()).data,
  async send(path: string, data: object, method: 'POST' | 'PATCH' = 'POST') {
    const headers = { ...(await headersOf(request, person)), 'idempotency-key': crypto.randomUUID() };
    const reply = await request.fetch(`/api${path}`, { method, headers, data });
    if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()} ${await reply.text()}`);
    return (await reply.json()).data;
  },
});

/** The seller checks out the request of the buyer, the buyer pays, and the panel is deployed. */
async function delivered(request: APIRequestContext, note: string): Promise<{ number: string }> {
  const [seller, buyer, finance] = ['super', owner, 'finance'].map((person) => callsOf(request, person)) as [
    ReturnType<typeof callsOf>,
    ReturnType<typeof callsOf>,
    ReturnType<typeof callsOf>,
  ];
  const { id: companyId } = (await buyer.read('/session')).company;
  const intentions: { uuid: string; note: string }[] = await buyer.read('/order/intention?state=open');
  const uuid = intentions.find((one) => one.note === note)?.uuid;
  const { cart, addressId }: { cart: CartEntry[]; addressId: number } = await seller.read(`/order/intention/${uuid}`);
  const priced = pricedOf(cart);
  const path = `/company/${companyId}/order`;
  const { hash } = await seller.send(`${path}/validate?addressId=${addressId}`, priced);
  const placed = { ...priced, hash, addressId, method: 'transfer', intention: uuid };
  const order: OrderDetail = await seller.send(path, placed);
  await buyer.send(`${path}/${order.id}/payment`, { method: 'transfer' });
  const { payments } = await buyer.read(`${path}/${order.id}/payment`);
  await finance.send(
    `/order/${order.id}/payment`,
    {
      ...{ action: 'confirm', paymentId: payments[0].id, amount: order.total },
      ...{ valueDate: '2026-11-20', reference: 'FT-7' },
    },
    'PATCH',
  );
  const { units }: OrderDetail = await seller.read(`${path}/${order.id}`);
  const unitId = units[0]?.id;
  const [unit] = await seller.send(`/order/${order.id}/deploy`, { units: [{ unitId, serial }] });
  expect(unit).toMatchObject({ state: 'done', error: null });
  return order;
}

/** The installer links the panel at a site with a call list, names a zone, and lets it report. */
async function installed(request: APIRequestContext) {
  const { read, send } = callsOf(request, owner);
  const [{ structure }] = await read('/defcon/panel?search=Warehouse');
  const { id } = await send('/defcon/panel/link', { serial, name, structureId: structure.id });
  await send(`/defcon/panel/${id}/device`, {
    ...{ number: 1, name: 'Shop window', groups: [1], detector: 'glass', reaction: 'perimeter' },
    ...{ bypassable: true, confirmUnit: null, spaceId: null, deviceId: null },
  });
  const panel = await panelOf(request, owner, id);
  await panel.report('intrusion', { code: 'BA', zone: 1, group: 1 });
  const { company } = await callsOf(request, 'security').read('/session');
  await send('/defcon/device-assign', { panelId: id, companyId: company.id, role: 'monitoring' });
  return panel;
}

const rowsOf = (page: Page): Locator => page.locator('main tbody tr[data-key], main li[data-key]');
/** A text without what is put in for its values. */
const fixedPart = (text: string): string =>
  text
    .split(/\{\{\w+\}\}/)
    .sort((a, b) => b.length - a.length)[0]
    ?.trim() ?? '';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: { width: 1440, height: 900 } });

  test('from the order in the market to the closed case of the police, the panel has every step of its life', async ({
    page,
    request,
    another,
    signIn,
    text,
  }) => {
    const own = (key: string) => text('defcon', key);
    const personal = async (person: string) => {
      const opened = await another();
      await opened.setViewportSize({ width: 1440, height: 900 });
      await signInByToken(opened, request, person);
      return opened;
    };
    const shows = async (of: Page) => {
      await expectDirection(of, language);
      await expectAccessible(of);
    };

    // The buyer orders a panel.
    const note = `For shop 7, ${language}`;
    await signIn(owner);
    await page.goto('/core/market/main/ProTect?wizard=defcon-package');
    const model = language === 'ar' ? 'لوحة الحراسة 8' : 'GuardPanel 8';
    await page.getByRole('main').getByRole('button', { name: model }).click();
    await page.getByRole('textbox', { name: text('market', 'quantity') }).fill('1');
    await page.getByRole('button', { name: text('market', 'addToCart') }).click();
    await page.getByRole('link', { name: text('market', 'openCart') }).click();
    await page.getByLabel(text('orders', 'buying.note')).fill(note);
    // The usual address is chosen once the addresses are read.
    await expect(page).toHaveURL(/address=\d+/);
    await shows(page);
    await page.getByRole('button', { name: text('orders', 'buying.send') }).click();
    await page.waitForURL('**/core/market/my-orders');
    const { number } = await delivered(request, note);
    const panel = await installed(request);

    // The security company accepts to watch it.
    const security = await personal('security');
    await security.goto('/ProTect/device/device-assign/list');
    const offer = security.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await offer.getByRole('button', { name: own('actions.accept') }).click();
    await expect(offer).toContainText(own('values.state.accepted'));
    await shows(security);

    // The customer takes it into service.
    const details = `/ProTect/panels/details/${panel.id}`;
    await page.goto(details);
    const activate = { name: own('activate'), exact: true };
    await page.getByRole('button', activate).click();
    await page.getByRole('dialog', activate).getByRole('button', activate).click();
    await expect(page.getByText(own('serviceTexts.active'))).toBeVisible();

    // It is armed, and somebody breaks in.
    await panel.report('panel-state', { groups: [{ no: 1, state: 'armed-away' }] });
    await panel.report('intrusion', { code: 'BA', zone: 1, group: 1 });
    const guard = await personal('guard');
    await guard.goto(desk);
    await expect(rowsOf(guard)).toHaveCount(1);
    const id = Number(await rowsOf(guard).getAttribute('data-key'));
    const eventsOf = async (): Promise<{ action: string; data: { mark?: string } }[]> =>
      (await callsOf(request, 'guard').read(`/alarm/${id}`)).events;
    /** Its timeline has this step for the n-th time. */
    const done = (step: string, times = 1) =>
      expect
        .poll(async () => (await eventsOf()).filter(({ action, data }) => (data.mark ?? action) === step).length)
        .toBe(times);

    // The security company takes it, calls the key holder, and then the police.
    await guard.goto(`${desk}?alarm=${id}`);
    await expect(guard.getByRole('heading', { name: own('premisesFile.callList') })).toBeVisible();
    await guard.keyboard.press('a');
    await done('acknowledged');
    // The result of a call can be entered once the page shows that the incident is taken.
    await expect(
      guard
        .getByRole('complementary', { name: text('alarms', 'details') })
        .getByText(own('values.acknowledged.true'), { exact: true })
        .first(),
    ).toBeVisible();
    await guard.keyboard.press('1');
    await guard.getByRole('menuitem', { name: own('marks.no-answer') }).press('Enter');
    await done('no-answer');
    const call = own('actions.escalate-police');
    await guard.locator('body').press('p');
    await chooseInForm(guard, call, own('values.verified.phone'));
    await confirmAction(guard, call);
    await done('police-called');

    // The headquarters forwards it to a station.
    const hq = await personal('hq');
    await hq.goto(`${desk}?alarm=${id}`);
    const units = hq.getByRole('combobox', { name: own('workbench.station') });
    await units.click();
    await hq.getByRole('option', { name: station[language] }).click();
    await shows(hq);
    await hq.getByRole('button', { name: own('workbench.forwardNow') }).click();
    await expect.poll(async () => (await callsOf(request, 'guard').read(`/alarm/${id}`)).desk.role).toBe('local');

    // The station accepts it, sends a patrol, is there, and closes it.
    const officer = await personal('station');
    await officer.goto(`${desk}?alarm=${id}`);
    const shown = officer.getByRole('complementary', { name: text('alarms', 'details') });
    for (const [key, button, step, times] of [
      ['a', own('actions.acknowledge'), 'acknowledged', 2],
      ['d', own('marks.dispatched'), 'dispatched', 1],
      ['s', own('marks.on-scene'), 'on-scene', 1],
    ] as const) {
      await expect(shown.getByRole('button', { name: button }).first()).toBeEnabled();
      await officer.keyboard.press(key);
      await done(step, times);
    }
    await shows(officer);
    const close = text('alarms', 'actions.terminate');
    await officer.keyboard.press('t');
    await chooseInForm(officer, close, own('values.outcome.attempted'));
    await confirmAction(officer, close);
    await done('terminated');

    // The customer reads the life of the panel, the newest step first.
    await page.goto(`${details}?tab=log`);
    const incident = (kind: string) => own(`deviceLog.${kind}`).replace('{{incident}}', own('alarms.intrusion'));
    const lived = [
      text('orders', 'deviceLog.ordered').replace('{{order}}', number),
      text('orders', 'deviceLog.paid').replace('{{order}}', number),
      text('inventory', 'deviceLog.deployed').replace('{{order}}', number),
      fixedPart(text('devices', 'deviceLog.place.installed')),
      fixedPart(own('deviceLog.watched')),
      own('deviceLog.in-service'),
      fixedPart(own('deviceLog.armed')),
      incident('incident'),
      fixedPart(own('deviceLog.incident-taken')),
      fixedPart(own('deviceLog.police-called')),
      ...['police-called', 'police-accepted', 'police-dispatched', 'police-on-scene'].map((kind) =>
        incident(kind).replace('{{police}}', station[language]),
      ),
      incident('incident-closed'),
    ];
    await expect(rowsOf(page).filter({ hasText: fixedPart(own('deviceLog.incident-closed')) })).toBeVisible();
    const lines = (await rowsOf(page).allTextContents())
      .map((line) => line.replaceAll(/[\u2066-\u2069]/g, ''))
      .reverse();
    let at = -1;
    for (const step of lived) {
      const next = lines.findIndex((line, n) => n > at && line.includes(step));
      expect(next, `${step} after line ${at} of\n${lines.join('\n')}`).toBeGreaterThan(at);
      expect(lines[next]).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
      at = next;
    }
    await shows(page);
  });
});
