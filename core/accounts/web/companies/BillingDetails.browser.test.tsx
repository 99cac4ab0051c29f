import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { billingProfileRoutes } from '../../common/billing-profile.ts';
import { BillingDetails } from './BillingDetails.tsx';

const path = '/company/7/billing-profile';
const legalNames = { legalNameEn: 'Sahel Logistics LLC', legalNameAr: 'الساحل للخدمات اللوجستية ش.م.م' };
const t = (key: string) => text('accounts', key);
const panel = () => page.getByRole('dialog', { name: t('billing.edit') });
const field = (name: string) => panel().getByRole('textbox', { name: t(`fields.${name}`), exact: true });
const save = () =>
  panel()
    .getByRole('button', { name: kit('actions.save'), exact: true })
    .click();

beforeEach(() => sessionStore.set(permitted(billingProfileRoutes.get.access, billingProfileRoutes.set.access)));

describe.each(languages)('the billing details of a company in %s', (language) => {
  const open = () => show(language, <BillingDetails companyId={7} />, { texts: ['accounts'] });

  test('are entered by an administrator; a wrong VAT number is shown under its field', async () => {
    let profile: Record<string, unknown> | null = null;
    const sent = testServer({
      [`GET ${path}`]: () => profile,
      [`PUT ${path}`]: ({ body }) => {
        profile = { ...(body as object), pendingBillsEmail: null };
        return profile;
      },
    });
    await open();
    await expect.element(page.getByText(t('billing.none'))).toBeVisible();
    await page.getByRole('button', { name: t('billing.edit') }).click();
    await field('legalNameEn').fill(legalNames.legalNameEn);
    await field('legalNameAr').fill(legalNames.legalNameAr);
    await field('trn').fill('12345');
    await save();
    await expect.element(panel().getByText(t('validation.invalidTrn'))).toBeVisible();
    await expectAccessible();
    expect(bodiesOf(sent, 'PUT', path)).toEqual([]);
    await field('trn').fill('100200300400500');
    await save();
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(page.getByText('100200300400500')).toBeVisible();
    await expect.element(page.getByText(legalNames.legalNameAr)).toBeVisible();
    await expectAccessible();
    expect(bodiesOf(sent, 'PUT', path)).toEqual([expect.objectContaining({ ...legalNames, trn: '100200300400500' })]);
  });

  test('are not changed by people who may only read them', async () => {
    sessionStore.set(permitted(billingProfileRoutes.get.access));
    testServer({ [`GET ${path}`]: null });
    await open();
    await expect.element(page.getByText(t('billing.none'))).toBeVisible();
    await expect.element(page.getByRole('button', { name: t('billing.edit') })).not.toBeInTheDocument();
  });
});
