import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { type ShownVisit, visitRoutes } from '../../common/visits/visit.ts';
import { SignVisit } from './SignVisit.tsx';

const at = '2026-11-02T08:00:00.000Z';
const visit: ShownVisit = {
  ...{ id: 5, companyId: 7, number: 'V-5', state: 'done', kind: 'planned', plannedAt: at, startedAt: at, endedAt: at },
  ...{ structureId: 1, technicianId: 2, note: null, signedBy: null, createdAt: at },
  ...{ structure: { id: 1, name: 'Food court' }, technician: { id: 2, name: 'Suresh Pillai' }, provider: null },
  ...{ traps: 1, checked: 1, licence: null },
};
const t = (key: string) => text('rodent', key, { number: 'V-5' });

beforeEach(() => sessionStore.set(permitted(visitRoutes.sign.access)));

describe.each(languages)('a customer signs a visit in %s', (language) => {
  test('with the keyboard: Enter leads to what is missing, the name is entered once, and signs at last', async () => {
    const sent = testServer({
      'POST /rodent/visit/5/proof': { clientId: 'a', kind: 'signature', doneAt: at, data: {} },
      'POST /rodent/visit/5/sign': { ...visit, state: 'signed', signedBy: 'Hessa Al Marri' },
    });
    await show(language, <SignVisit visit={visit} />, { texts: ['rodent', 'input'] });
    await page.getByRole('button', { name: t('steps.sign') }).click();
    const dialog = page.getByRole('dialog', { name: t('signTitle') });
    const name = dialog.getByRole('textbox');
    await expect.element(name).toHaveFocus();
    expect(name.elements()).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(t('validation.needed')).first()).toBeVisible();
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('Hessa{Enter}');
    const write = dialog.getByRole('button', { name: text('input', 'signature.useName') });
    await expect.element(write).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    const sign = dialog.getByRole('button', { name: t('steps.sign'), exact: true });
    await expect.element(sign).toHaveFocus();
    // Another name than the one that is written has not signed.
    await name.fill('Hessa Al Marri');
    await userEvent.keyboard('{Enter}');
    await expect.element(write).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sign).toHaveFocus();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/rodent/visit/5/sign')).toMatchObject([{ name: 'Hessa Al Marri' }]);
  });
});
