import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { SlotToCheck } from '../../common/check.ts';
import { slot as entity } from '../../common/slot.ts';
import { ChecksTab } from './ChecksTab.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const since = '2026-11-28T08:00:00.000Z';
const bays: SlotToCheck[] = ['P-10', 'P-9'].map((number, at) => ({
  ...{ id: at + 1, number, since, floor: null, group: { id: 5, name: 'North' } },
}));
const bay = (number: string) => page.getByRole('button', { name: number });
const dialog = () => page.getByRole('dialog');

async function open(language: Language) {
  let left = [...bays];
  const sent = testServer({
    'GET /sparking/api/location/9/to-check': () => Response.json({ data: left }),
    ...Object.fromEntries(
      bays.map(({ id }) => [
        `POST /sparking/api/slot/${id}/check`,
        () => {
          left = left.filter((one) => one.id !== id);
          return { id, result: 'no-permit', photos: [] };
        },
      ]),
    ),
  });
  await show(
    language,
    <main>
      <ChecksTab locationId={9} />
    </main>,
    { texts: ['sparking'] },
  );
  return sent;
}

beforeEach(() => sessionStore.set(permitted(entity.can('read'), entity.can('check'))));

describe.each(languages)('the round of an attendant in %s', (language: Language) => {
  test('goes by the numbers of the bays, from one answer to the next', async () => {
    await page.viewport(390, 800);
    const sent = await open(language);
    await expect.element(bay('P-9')).toBeVisible();
    const shown = [...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent);
    expect(shown).toEqual(['P-9', 'P-10']);
    await expectAccessible();
    await bay('P-9').click();
    await expect.element(dialog().getByRole('button', { name: t('check.save') })).toBeDisabled();
    await dialog()
      .getByRole('radio', { name: t('values.result.no-permit') })
      .click();
    await dialog()
      .getByRole('textbox', { name: t('check.note') })
      .fill('Grey van');
    await dialog()
      .getByRole('button', { name: t('check.save') })
      .click();
    await expect.element(dialog().getByText(t('check.title', { number: 'P-10' }))).toBeVisible();
    const [answer] = sent.filter(({ method }) => method === 'POST');
    expect(answer?.path).toBe('/sparking/api/slot/2/check');
    expect(answer?.body).toMatchObject({ result: 'no-permit', note: 'Grey van', stayFrom: since });
  });
});
