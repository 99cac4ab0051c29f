import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { discountRoutes } from '../../common/discount.ts';
import { CodePanel } from './CodePanel.tsx';

const t = (key: string) => text('market', key);
const panel = () => page.getByRole('dialog', { name: t('discounts.newCode') });
const field = (label: string) => panel().getByRole('textbox', { name: t(label), exact: true });
const save = () =>
  panel()
    .getByRole('button', { name: t('discounts.save'), exact: true })
    .click();

beforeEach(() => sessionStore.set(permitted(discountRoutes.create.access)));

describe.each(languages)('a new discount code in %s', (language) => {
  const server = () =>
    testServer({ 'GET /company': [], 'POST /discount': ({ body }) => ({ ...(body as object), id: 3 }) });
  const open = (onClose: () => void) =>
    show(language, <CodePanel onClose={onClose} />, { texts: ['market', 'accounts'] });

  test('states its worth in a sentence before it is saved', async () => {
    const sent = server();
    let closed = 0;
    await open(() => closed++);
    await field('columns.code').fill('spring-26');
    await expect.element(panel().getByRole('status')).not.toBeInTheDocument();
    await field('fields.percent').fill('12');
    await expect.element(panel().getByRole('status')).toHaveTextContent('12 %');
    for (const width of [1200, 390]) {
      await page.viewport(width, 844);
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
    await save();
    await expect.poll(() => closed).toBe(1);
    expect(bodiesOf(sent, 'POST', '/discount')).toEqual([
      {
        code: 'SPRING-26',
        kind: 'percentage',
        percent: 12,
        amount: null,
        scope: 'whole',
        targets: [],
        companyId: null,
        validFrom: null,
        validTo: null,
        usageLimit: null,
        oncePerCompany: false,
        minimum: null,
        noteEn: '',
        noteAr: '',
      },
    ]);
  });

  test('is not saved if people could not enter it', async () => {
    const sent = server();
    await open(() => expect.unreachable());
    await field('columns.code').fill('x');
    await field('fields.percent').fill('12');
    await save();
    await expect.element(field('columns.code')).toHaveAccessibleDescription(t('validation.invalidVoucherCode'));
    expect(bodiesOf(sent, 'POST', '/discount')).toEqual([]);
  });
});
