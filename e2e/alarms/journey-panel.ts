import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { headersOf } from '../journey-session.ts';

type JourneyPanel = {
  id: number;
  name: string;
  /** Reports an event that happened so many seconds ago. Returns its id. */
  report(kind: 'intrusion' | 'panel-state', data: object, secondsAgo?: number): Promise<string>;
  /** Sends a photo of an event. */
  photograph(event: string, photo: Buffer): Promise<void>;
};

let reported = 0;

/** A panel with a new secret, which reports over HTTP like a real one. */
export async function panelOf(request: APIRequestContext, person: string, id: number): Promise<JourneyPanel> {
  const headers = await headersOf(request, person);
  const { name, secret } = (await (await request.put(`/api/defcon/device/${id}/credential`, { headers })).json()).data;
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  const taken = async (sent: ReturnType<APIRequestContext['post']>) => {
    const reply = await sent;
    if (!reply.ok()) throw new Error(`the panel was answered ${reply.status()} ${await reply.text()}`);
  };
  return {
    id,
    name,
    async report(kind, data, secondsAgo = 0) {
      const event = `journey-${++reported}`;
      const entry = { id: event, ts: Date.now() - secondsAgo * 1000, kind, data };
      await taken(request.post('/api/v1/event', { headers: { authorization }, data: [entry] }));
      return event;
    },
    photograph: (event, photo) =>
      taken(
        request.post(`/api/defcon/v1/photo?event=${event}`, {
          headers: { authorization, 'content-type': 'image/jpeg' },
          data: photo,
        }),
      ),
  };
}

/** A panel of the demo, by a part of its name, whose first group is armed. */
export async function armedPanel(request: APIRequestContext, person: string, search: string): Promise<JourneyPanel> {
  const headers = await headersOf(request, person);
  const [found] = (await (await request.get(`/api/defcon/panel?search=${search}`, { headers })).json()).data;
  const panel = await panelOf(request, person, found.id);
  await panel.report('panel-state', { groups: [{ no: 1, state: 'armed-away' }] }, 120);
  return panel;
}

/** Chooses in a form by its keys, and sends it. */
export async function chooseInForm(page: Page, form: string, option: string): Promise<void> {
  const shown = page.getByRole('form', { name: form });
  const choice = shown.getByRole('combobox').first();
  await choice.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  const isActive = () => wanted.evaluate((element) => element.hasAttribute('data-combobox-selected'));
  for (let left = await page.getByRole('option').count(); left > 0 && !(await isActive()); left--)
    await choice.press('ArrowDown');
  await choice.press('Enter');
  await expect(choice).toHaveValue(option);
  await shown.getByRole('button', { name: form, exact: true }).press('Enter');
}
/** Answers the question of an action by its key. */
export const confirmAction = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter');
