import sharp from 'sharp';
import {
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  keptReplies,
  storyLanguage,
  test,
  workerReady,
} from '../journey.ts';
import { armedPanel } from './journey-panel.ts';

const tag = ['@platform', '@core/alarms', '@solutions/defcon'];
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' });

const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();
type Event = { data: { mark?: string }; files: unknown[] };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a responder without a network says where they are and sends a photo, which arrive once there is one', async ({
    page,
    context,
    request,
    signIn,
    text,
  }) => {
    const panel = await armedPanel(request, 'other', 'Warehouse');
    await panel.report('intrusion', { code: 'BA', zone: 1, group: 1 }, 60);
    const headers = await headersOf(request, 'guard');
    const read = async (path: string) => (await (await request.get(`/api${path}`, { headers })).json()).data;
    const list = '/defcon/alarm/intrusion';
    await expect.poll(async () => (await read(list)).length).toBeGreaterThan(0);
    const [{ id }] = await read(list);
    const [responder] = await read(`${list}/responders?search=Imran`);
    const given = await request.post(`/api${list}/${id}/escalate-user`, { headers, data: { userId: responder.id } });
    expect(given.ok(), await given.text()).toBe(true);

    await signIn('responder');
    await page.goto(`/ProTect/alarms/intrusion-alarms?alarm=${id}`);
    const arrived = page.getByRole('button', { name: text('defcon', 'marks.arrived'), exact: true });
    await expect(arrived).toBeVisible();
    await workerReady(page);
    await page.reload();
    await expect(arrived).toBeVisible();
    await expect.poll(() => keptReplies(page)).toContain('Jebel Ali');
    await expectDirection(page, language);
    await expectAccessible(page);

    await context.setOffline(true);
    await arrived.click();
    await expect(arrived).toBeDisabled();
    await page
      .locator('input[type=file][capture]')
      .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
    const send = page.getByRole('button', { name: text('defcon', 'workbench.sendPhotos'), exact: true });
    await send.click();
    await expect(send).toBeHidden();

    await context.setOffline(false);
    const marked = async (mark: string): Promise<Event | undefined> =>
      (await read(`/alarm/${id}`)).events.find(({ data }: Event) => data.mark === mark);
    await expect.poll(() => marked('arrived'), { timeout: 30_000 }).toBeTruthy();
    await expect.poll(async () => (await marked('photo'))?.files.length, { timeout: 30_000 }).toBe(1);
  });
});
