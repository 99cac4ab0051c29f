import { deviceOf, expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/tracking', '@core/alarms', '@solutions/metrowatch'];
const yard = { lat: 24.9, lng: 55.4 };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a tracker leaves its geofence, the alarm says which one, and its trail is played back by keyboard', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    await signIn('customer');
    const headers = await headersOf(request, 'customer');
    const tracker = await deviceOf(request, 'customer', `solutionId=15&state=installed&sort[id]=asc`, 'metrowatch');
    const name = `${language === 'ar' ? 'ساحة الأسطول' : 'Fleet yard'} ${Date.now() % 100_000}`;
    const shape = { kind: 'circle', center: yard, radius: 150 };
    const drawn = await request.post('/api/geofence', { headers, data: { name, description: '', shape } });
    const geofence = (await drawn.json()).data.id as number;

    // A rule of this tracker, written as a sentence: the place leaves the geofence.
    await page.goto(`/SmartTrack/devices/external-tracking/${tracker.id}?tab=rules`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tracker.name);
    await expectDirection(page, language);
    const rule = {
      ...{ name, kind: 'fence-exit', names: null, titles: null, solutionId: null, structureId: null },
      ...{ deviceId: tracker.id, clear: { forSeconds: 0 }, scheduleId: null, schedule: null, actions: [] },
      ...{ message: null, guidance: null, enabled: true },
      levels: [
        { severity: 'problem', condition: { place: 'leaves', geofenceId: geofence }, trigger: { type: 'simple' } },
      ],
    };
    const added = await request.post('/api/metrowatch/rule', { headers, data: rule });
    expect(added.status()).toBe(201);

    // It is parked in the yard, and drives off to the north. What it reported before is elsewhere and not older: a
    // clock may be five minutes ahead, and two fixes that agree are believed.
    const start = Date.now();
    const at = (second: number, metres: number) => ({
      ts: start + second * 1000,
      position: {
        lat: yard.lat + metres / 111_195,
        lng: yard.lng,
        accuracy: 5,
        speed: metres > 0 ? 60 : 0,
        heading: 0,
      },
    });
    await tracker.send([at(1, 0), at(10, 0), at(20, 0)]);
    await page.goto(`/SmartTrack/devices/external-tracking/${tracker.id}`);
    await tracker.send([1, 2, 3, 4, 5, 6].map((n) => at(20 + n * 30, n * 500)));
    const alarm = page.getByRole('main').getByText(text('metrowatch', 'alarms.fence-exit')).first();
    await expect(alarm).toBeVisible();

    const map = page.getByLabel(text('tracking', 'trail.map').replace('{{name}}', tracker.name)).first();
    await expect(map).toBeVisible();
    await expectAccessible(page);
    const play = page.getByRole('button', { name: text('tracking', 'play.play') });
    await play.focus();
    await page.keyboard.press('.');
    await expect(page.getByText('300×')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    const pause = page.getByRole('button', { name: text('tracking', 'play.pause') });
    // It plays to the end and stops there.
    await expect(pause.or(play)).toBeVisible();
    await expect(play).toBeVisible();

    // The alarm is shown on the trail, and links to its page.
    const mark = page.getByRole('button', { name: text('metrowatch', 'alarms.fence-exit'), exact: true }).first();
    await expect(mark).toBeVisible();
    await mark.click();
    await expect(page).toHaveURL(/tab=alarms/);

    await page.goto('/SmartTrack/alarms/list');
    const row = page.getByRole('row').filter({ hasText: tracker.name }).filter({ hasText: name });
    await expect(row.first()).toBeVisible();

    await page.goto('/SmartTrack/devices/map');
    const card = page.getByRole('article').filter({ has: page.getByText(tracker.name, { exact: true }) });
    await expect(card).toBeVisible();
    const cards = page.getByRole('article');
    await page.getByRole('searchbox', { name: text('platform', 'actions.search') }).fill(tracker.name);
    // The names of others may contain it.
    await expect(cards.filter({ hasNotText: tracker.name })).toHaveCount(0);
    await expect(card).toBeVisible();
    // Its alarm is open, so it is among those with alarms.
    await page.getByText(text('tracking', 'live.states.problem'), { exact: true }).click();
    await expect(card).toBeVisible();
    await page.getByRole('button', { name: text('tracking', 'live.all') }).click();
    await expectAccessible(page);
    await tracker.end();
  });
});
