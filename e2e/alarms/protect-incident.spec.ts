import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import {
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  type Language,
  signInByToken,
  storyLanguage,
  test,
  textsIn,
} from '../journey.ts';
import { holds, lettersOf, pdfLines } from '../pdf.ts';
import { armedPanel, chooseInForm, confirmAction } from './journey-panel.ts';

const tag = ['@core/alarms', '@solutions/defcon'];
/** The customer, whose panels the security company watches. */
const owner = 'other';
const desk = '/ProTect/alarms/intrusion-alarms';
const contact = 'Hessa Al Marri';
const codeWord = 'Blue falcon';

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

const armed = (request: APIRequestContext) => armedPanel(request, owner, 'Warehouse');
const incidentOf = async (request: APIRequestContext, id: number, person: string) =>
  (await (await request.get(`/api/alarm/${id}`, { headers: await headersOf(request, person) })).json()).data;

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('an intruder is handled by keyboard: taken, the key holder called, the police there, and closed; its file tells it in Arabic', async ({
    page,
    request,
    another,
    signIn,
    text,
  }) => {
    const panel = await armed(request);
    await signIn('guard');
    await page.goto(desk);
    const rows = page.locator('main tbody tr[data-key], main li[data-key]');
    await expect(page.getByText(text('defcon', 'empty.intrusionAlarm.title')).first()).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    const event = await panel.report('intrusion', { code: 'BA', zone: 1, group: 1 }, 60);
    await panel.photograph(event, photo);
    await expect(rows).toHaveCount(1);
    const id = Number(await rows.first().getAttribute('data-key'));

    await page.goto(`${desk}?alarm=${id}`);
    const details = page.getByRole('complementary', { name: text('alarms', 'details') });
    await expect(details.getByRole('heading', { name: text('defcon', 'premisesFile.callList') })).toBeVisible();
    await expect(details.getByText('Dock door 1').first()).toBeVisible();
    const shown = text('defcon', 'workbench.photoOf').replace('{{number}}', '1').replace('{{zone}}', 'Dock door 1');
    await expect(details.getByRole('img', { name: shown })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('a');
    await expect(details.getByText(text('defcon', 'values.acknowledged.true'), { exact: true }).first()).toBeVisible();
    await page.keyboard.press('1');
    await page.getByRole('menuitem', { name: text('defcon', 'marks.no-answer') }).press('Enter');
    await expect(details.getByText(text('defcon', 'marks.no-answer')).first()).toBeVisible();
    await details
      .getByRole('button', { name: text('defcon', 'workbench.codeWordOf').replace('{{name}}', contact) })
      .press('Enter');
    await expect(details.getByText(codeWord)).toBeVisible();

    const call = text('defcon', 'actions.escalate-police');
    await page.locator('body').press('p');
    await chooseInForm(page, call, text('defcon', 'values.verified.phone'));
    await confirmAction(page, call);
    await expect.poll(async () => (await incidentOf(request, id, 'guard')).desk.mine).toBe(false);

    const police = await another();
    await signInByToken(police, request, 'hq');
    await police.goto(`${desk}?alarm=${id}`);
    await expect(police.getByRole('heading', { name: text('defcon', 'workbench.patrol') })).toBeVisible();
    await expectAccessible(police);
    /** By its key once the page offers it: one step is answered before the next is taken. */
    const act = async (
      key: string,
      button: string,
      done: (events: { action: string; data: { mark?: string } }[]) => boolean,
    ) => {
      await expect(police.getByRole('button', { name: button }).first()).toBeEnabled();
      await police.keyboard.press(key);
      await expect.poll(async () => done((await incidentOf(request, id, 'hq')).events)).toBe(true);
    };
    const marked = (mark: string) => (events: { data: { mark?: string } }[]) =>
      events.some(({ data }) => data.mark === mark);
    await act('a', text('defcon', 'actions.acknowledge'), (events) =>
      events.some(({ action }) => action === 'acknowledged'),
    );
    await act('d', text('defcon', 'marks.dispatched'), marked('dispatched'));
    await expect(police.getByRole('button', { name: text('defcon', 'marks.dispatched') })).toHaveCount(0);
    await act('s', text('defcon', 'marks.on-scene'), marked('on-scene'));
    await police.keyboard.press('t');
    const close = text('alarms', 'actions.terminate');
    await chooseInForm(police, close, text('defcon', 'values.outcome.attempted'));
    await confirmAction(police, close);
    await expect.poll(async () => (await incidentOf(request, id, 'guard')).closedAt).not.toBeNull();

    const lines = await printed(request, id, 'ar');
    const arabic = textsIn('ar');
    for (const known of [
      ...['Bilal Hassan', contact, 'Dock door 1', 'Burglary alarm', arabic('defcon', 'marks.on-scene')],
      ...[arabic('defcon', 'marks.no-answer'), arabic('defcon', 'print.photos')],
    ])
      expect(
        lines.some((line) => holds(line, known)),
        known,
      ).toBe(true);
    const { events } = await incidentOf(request, id, 'guard');
    for (const { at } of events)
      expect(
        lines.some(({ text: line }) => line.includes(`:${at.slice(17, 19)}`)),
        at,
      ).toBe(true);
    expect(lines.some((line) => lettersOf(line.text).includes(lettersOf(codeWord)))).toBe(false);
  });

  test('a user who disarms 42 seconds after the hit marks the incident, and it stays open', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const panel = await armed(request);
    await signIn('guard');
    await page.goto(desk);
    await panel.report('intrusion', { code: 'BA', zone: 3, group: 1 }, 60);
    const row = page.locator('main tbody tr[data-key], main li[data-key]').first();
    await expect(row).toBeVisible();
    const id = Number(await row.getAttribute('data-key'));
    await page.goto(`${desk}?alarm=${id}`);
    await panel.report('intrusion', { code: 'OP', group: 1, user: 1 }, 18);
    const cancelled = text('defcon', 'workbench.cancelled').split('{{at}}')[1] ?? '';
    await expect(page.getByText(cancelled.trim()).first()).toBeVisible();
    await expectAccessible(page);
    expect(await incidentOf(request, id, 'guard')).toMatchObject({ closedAt: null, rank: 3 });
    const headers = await headersOf(request, 'guard');
    await request.post(`/api/defcon/alarm/intrusion/${id}/acknowledge`, { headers, data: {} });
    const closed = await request.post(`/api/defcon/alarm/intrusion/${id}/reject`, {
      headers,
      data: { cause: 'user-error', comment: 'The owner came back' },
    });
    expect(closed.ok(), await closed.text()).toBe(true);
  });

  test('a hold-up is announced to screen readers, and of two operators who take it the second sees who has it without a reload', async ({
    page,
    request,
    another,
    signIn,
    text,
  }) => {
    const panel = await armed(request);
    await signIn('guard');
    await page.goto(desk);
    await expect(
      page.getByText(text('defcon', 'workbench.supervised').split('}}').at(-1)?.trim() ?? '').first(),
    ).toBeVisible();
    await panel.report('intrusion', { code: 'HA', zone: 5, group: 1 });
    const urgent = text('defcon', 'workbench.newUrgent').replace('{{kind}}', text('defcon', 'alarms.hold-up'));
    const [beforeName = ''] = urgent.split('{{name}}');
    await expect(page.getByRole('alert').filter({ hasText: beforeName })).toContainText('Warehouse 4');
    const row = page.locator('main tbody tr[data-key], main li[data-key]').first();
    await expect(row).toBeVisible();
    const id = Number(await row.getAttribute('data-key'));
    const second = await another();
    await signInByToken(second, request, 'security');
    for (const one of [page, second]) {
      await one.goto(`${desk}?alarm=${id}`);
      await expect(one.getByRole('heading', { name: text('defcon', 'premisesFile.callList') })).toBeVisible();
    }
    await page.keyboard.press('a');
    const taken = second.getByRole('complementary').getByText('Bilal Hassan').first();
    await expect(taken).toBeVisible();
    const headers = await headersOf(request, 'security');
    const late = await request.post(`/api/defcon/alarm/intrusion/${id}/acknowledge`, { headers, data: {} });
    expect(late.status()).toBe(409);
    expect(await late.text()).toContain('Bilal Hassan');
  });
});

/** The lines of the file of an incident in a language. */
async function printed(request: APIRequestContext, id: number, to: Language) {
  const headers = await headersOf(request, 'guard');
  const made = await request.post(`/api/defcon/alarm/intrusion/${id}/print`, { headers, data: { language: to } });
  const { id: document, companyId } = (await made.json()).data;
  let bytes = new Uint8Array();
  await expect
    .poll(async () => {
      const reply = await request.get(`/api/company/${companyId}/print/${document}/file`, { headers });
      if (reply.ok()) bytes = Uint8Array.from(await reply.body());
      return reply.status();
    })
    .toBe(200);
  return pdfLines(bytes);
}
