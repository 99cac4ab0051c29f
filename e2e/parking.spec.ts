import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  fieldOf,
  headersOf,
  storyLanguage,
  test,
} from './journey.ts';
import { addParkingSensor } from './journey-database.ts';

const tag = ['@platform', '@solutions/sparking', '@core/screens', '@core/states'];
const owner = 'parking';
const minute = 60_000;
/** Pages that only asked from time to time would need half a minute. */
const atOnce = { timeout: 20_000 };

const plan = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'white' } })
  .png()
  .toBuffer();

async function send(request: APIRequestContext, method: 'post' | 'patch' | 'put', path: string, data: object) {
  const reply = await request[method](`/api${path}`, { headers: await headersOf(request, owner), data });
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()} ${await reply.text()}`);
  return (await reply.json()).data;
}
async function read(request: APIRequestContext, path: string) {
  return (await (await request.get(`/api${path}`, { headers: await headersOf(request, owner) })).json()).data;
}

async function addCarPark(request: APIRequestContext, name: string): Promise<number> {
  const place = { countryId: 233, location: { lat: 25.1, lng: 55.2 } };
  const { id } = await send(request, 'post', '/sparking/api/location', { name, ...place, public: true });
  return id;
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a car park is added in steps, its bays are drawn as a row and one gets a sensor; when it is occupied, the plan, the display and the public page change at once', async ({
    page,
    request,
    another,
    signIn,
    text,
  }) => {
    await signIn(owner);
    await page.goto('/smart-parking/locations/add');
    const next = () => page.getByRole('button', { name: text('platform', 'wizard.next'), exact: true }).click();
    const name = fieldOf(page, text('sparking', 'columns.name'));
    await name.fill('Journey Yard');
    await next();
    await expect(page).toHaveURL(/step=opening/);
    await next();
    await name.fill('North');
    await fieldOf(page, text('sparking', 'add.places')).fill('12');
    await next();
    await fieldOf(page, text('sparking', 'fields.prefix')).fill('N-');
    await expect(page.getByText('N-012', { exact: true })).toBeVisible();
    // What was entered outlives a reload of the page.
    await page.reload();
    await expect(page.getByText('N-012', { exact: true })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await next();
    await page.getByRole('switch', { name: text('sparking', 'add.isPublic') }).click();
    await page.getByRole('button', { name: text('sparking', 'addLocation'), exact: true }).click();
    await expect(page).toHaveURL(/\/details\/\d+\?added/);
    const location = Number(/\d+(?=\?added)/.exec(page.url())?.[0]);
    await expectAccessible(page);
    await request.post('/api/layout', {
      headers: await headersOf(request, owner),
      multipart: {
        name: 'Yard',
        structureId: String(location),
        image: { name: 'yard.png', mimeType: 'image/png', buffer: plan },
      },
    });
    await page.reload();
    await page.getByRole('link', { name: text('sparking', 'next.plan'), exact: true }).click();
    await page.getByText(text('sparking', 'plan.modes.row'), { exact: true }).click();
    await fieldOf(page, text('sparking', 'row.count')).fill('12');
    await page
      .getByRole('button', { name: text('sparking', 'row.place_other').replace('{{count}}', '12'), exact: true })
      .click();
    const drawn = page.getByRole('option');
    await expect(drawn).toHaveCount(12);
    const [first] = await read(request, `/sparking/api/slot?locationId=${location}&limit=1&sort[number]=asc`);
    const bay = page.getByRole('option', { name: first.number });
    const state = (name: string) => new RegExp(text('sparking', `values.state.${name}`));
    await expect(bay).toHaveAccessibleName(state('unknown'));
    await expectDirection(page, language);
    await expectAccessible(page);

    const serial = 'JOURNEY-BAY-1';
    await addParkingSensor(`${owner}@rasid.test`, { serial });
    await page.goto(`/smart-parking/devices/map?pair=${location}`);
    await fieldOf(page, text('sparking', 'pair.serial')).fill(serial);
    const pairWith = text('sparking', 'pair.with').replace('{{number}}', first.number);
    await page.getByRole('button', { name: pairWith, exact: true }).click();
    await expect(page.getByText(text('sparking', 'pair.waitsForReport'), { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/smart-parking/locations/details/${location}?tab=plan`);
    const sensor = await deviceOf(request, owner, `search=${serial}`, 'sparking/api');
    await sensor.publish({ occupied: false });
    await expect(bay).toHaveAccessibleName(state('free'));

    const display = await another();
    await display.goto('/screen');
    const code = await display.getByText(/^\d{3} \d{3}$/).textContent();
    await send(request, 'post', '/screen', {
      ...{ code: code?.replaceAll(/\D/g, ''), name: 'Gate', app: 'sparking', kind: 'board' },
      ...{ subjectId: location, language: 'both' },
    });
    const { token } = await read(request, `/sparking/api/location/${location}/public`);
    const driver = await another();
    await driver.goto(`/parking/${token}`);
    await expect(driver.getByRole('status')).toContainText(text('parking', 'levels.spaces'));
    await expect(display.getByText('1', { exact: true })).toBeVisible();

    const since = Date.now();
    await sensor.publish({ occupied: true });
    const turned = async (what: string, seen: Promise<void>) => {
      await seen;
      test.info().annotations.push({ type: 'ms from the message', description: `${what}: ${Date.now() - since}` });
    };
    await Promise.all([
      turned('plan', expect(bay).toHaveAccessibleName(state('occupied'), atOnce)),
      turned('display', expect(display.getByText('Full', { exact: true })).toBeVisible(atOnce)),
      turned('page', expect(driver.getByRole('status')).toContainText(text('parking', 'levels.full'), atOnce)),
    ]);
    await sensor.end();
  });

  test('a vehicle that stays too long is seen by an attendant on a phone, who closes its alarm when it has left', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const location = await addCarPark(request, 'Loading Lane');
    const slots = { prefix: 'L-', from: 1, to: 2, digits: 2, use: 'loading' };
    await send(request, 'post', '/sparking/api/group', { locationId: location, name: 'Kerb', slots });
    const [first] = await read(request, `/sparking/api/slot?locationId=${location}&limit=1&sort[number]=asc`);
    const serial = 'JOURNEY-BAY-2';
    await addParkingSensor(`${owner}@rasid.test`, { serial, structureId: location, spaceId: first.id });
    const sensor = await deviceOf(request, owner, `search=${serial}`, 'sparking/api');
    const begin = Date.now() - 60 * minute;
    await sensor.send({ ts: begin - minute, values: { occupied: false } });
    await sensor.send({ ts: begin, values: { occupied: true } });
    // A limit also counts for a vehicle that is there already.
    await send(request, 'patch', `/sparking/api/slot/${first.id}`, { maxStayMinutes: 30 });

    await signIn('attendant');
    await page.goto(`/smart-parking/locations/details/${location}?tab=alarms`);
    const alarm = page.getByRole('link', { name: text('sparking', 'alarms.overstay') }).first();
    await expect(alarm).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await alarm.click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true }).click();
    await expect(panel.getByText(text('alarms', 'acknowledged'), { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);

    await sensor.publish({ occupied: false });
    // The row stays where it is while somebody may be reading it.
    await expect(page.getByText(text('alarms', 'values.condition.cleared'), { exact: true })).toBeVisible();
    await alarm.click();
    const terminate = text('alarms', 'actions.terminate');
    await panel.getByRole('button', { name: text('alarms', 'resolve.title'), exact: true }).click();
    await page.getByRole('menuitem', { name: terminate }).click();
    await page.getByRole('button', { name: terminate, exact: true }).click();
    await expect(
      panel.getByText(text('alarms', 'values.disposition.terminated'), { exact: true }).first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(alarm).toHaveCount(0);
    await page.getByText(text('alarms', 'closed'), { exact: true }).click();
    await expect(alarm).toBeVisible();
    await sensor.end();
  });
});
