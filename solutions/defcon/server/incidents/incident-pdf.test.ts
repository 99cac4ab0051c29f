import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestPanels } from '#main/testing/panels/test-panels.ts';
import { printing } from '#main/testing/print/test-prints.ts';

let panels: TestPanels;
let stop: () => Promise<void>;
beforeAll(async () => {
  panels = await TestPanels.begin();
  stop = await printing(panels.app);
});
afterAll(async () => {
  await stop();
  await panels.app.close();
});

const word = 'Silver palm tree';
/** A PDF has the glyphs from left to right. */
const drawn = (arabic: string) => [...arabic].toReversed().join('');

/** The text of the PDF of an incident. */
async function pdf(alarm: number, language: 'en' | 'ar'): Promise<string> {
  const { id, companyId } = await panels.done('POST', `/alarm/intrusion/${alarm}/print`, { language });
  const { rawPayload } = await vi.waitFor(
    async () => {
      const reply = await panels.app.http.inject({
        url: `/api/company/${companyId}/print/${id}/file`,
        headers: { authorization: `Bearer ${panels.customer.token}` },
      });
      expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
      return reply;
    },
    { timeout: 60_000, interval: 250 },
  );
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ');
}

test('the PDF of an incident has names, the time of each step and the codes in both languages, and no code word', async () => {
  const panel = await panels.add();
  const person = {
    name: 'خالد القصر',
    phone: '+971 50 555 0199',
    language: 'ar',
    duressContact: false,
    scheduleId: null,
  };
  const { contacts } = await panels.done('POST', `/premises/${panel.site}/contact`, { ...person, codeWord: word });
  const contact = contacts.find(({ name }: { name: string }) => name === person.name);
  await panels.signal(panel, Date.now() - 60_000, { code: 'CL', group: 1 });
  await panels.signal(panel, Date.now() - 30_000, { code: 'BA', zone: 1, group: 1, text: 'Hall PIR' });
  const [{ id }] = await panels.incidents(panel);
  await panels.done('POST', `/alarm/intrusion/${id}/acknowledge`, {});
  await panels.done('POST', `/alarm/intrusion/${id}/code-word`, { contactId: contact.id });
  await panels.done('POST', `/alarm/intrusion/${id}/comment`, { comment: person.name, mark: 'code-ok' });
  await panels.done('POST', `/alarm/intrusion/${id}/terminate`, { outcome: 'handled', comment: 'Guard was there' });
  const { events } = await panels.done('GET', `/alarm/intrusion/${id}`);
  for (const language of ['ar', 'en'] as const) {
    const text = await pdf(id, language);
    expect(text).not.toContain(word);
    for (const shown of ['Burglary alarm', 'Hall PIR', 'Zone 1', '+971 50 555 0199', 'Guard was there'])
      expect(text, shown).toContain(shown);
    for (const shown of ['سرقة', person.name]) expect(text, shown).toContain(drawn(shown));
    // The time of each step, to the second, in the zone of the site.
    for (const { at } of events) expect(text).toContain(`:${new Date(at).toISOString().slice(17, 19)}`);
    expect(text).toContain(language === 'ar' ? drawn('قائمة') : 'What was done');
    expect(text).not.toContain('\uFFFD');
  }
});
