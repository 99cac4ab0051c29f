import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { solutionsOf } from '#platform/common/access.ts';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { authorize } from '#platform/web/shell/access/guard.ts';
import { pageAddress, toPattern } from '#platform/web/shell/routing/bind-pages.ts';
import { apps } from '../apps.ts';

const all: readonly AppManifest[] = apps;
const pages = all.flatMap((app) => app.pages.map((page) => ({ app, page, address: pageAddress(app, page) })));

const pageAt = (address: string): { app: AppManifest; page: Page; params: Record<string, string> } | null => {
  for (const { app, page, address: own } of pages) {
    const match = matchPath(toPattern(own), address);
    if (match) return { app, page, params: match.params as Record<string, string> };
  }
  return null;
};

/** The page that a company of this type, with providers of these types, reaches at an address of the market. */
function comesTo(target: string, companyType: CompanyType, providerTypes: CompanyType[] = []) {
  const found = pageAt(target);
  if (!found) throw new Error(`no page is at ${target}`);
  const navigation = { ...found, target, layout: 'main', from: null, phone: false, pageAt } as const;
  const me = testMe({ user: { companyType, providerTypes } });
  return authorize(navigation, { me, apps: all, index: {}, solutions: solutionsOf(all) });
}

test('the market is open to companies that buy themselves, and others are redirected to the pages that they have instead', () => {
  expect(comesTo('/core/market/main', 'Customer')).toEqual({ kind: 'allow' });
  const catalogue = '/core/market/catalogue';
  expect(comesTo('/core/market/main', 'Customer', ['Integrator'])).toEqual({ kind: 'go', to: catalogue });
  expect(comesTo('/core/market/cart', 'Customer', ['Integrator'])).toMatchObject({ kind: 'go', to: catalogue });
  expect(comesTo(catalogue, 'Customer', ['Integrator'])).toEqual({ kind: 'allow' });
  expect(comesTo(catalogue, 'Customer')).not.toEqual({ kind: 'allow' });
});

test('only the front pages of the market deny without a notice', () => {
  const quiet = pages.filter(({ page }) => page.quiet).map(({ address }) => address);
  expect(quiet).toEqual(['/core/market/main', '/core/market/main/{appName}']);
  for (const target of ['/core/market/cart', '/core/orders/list', '/core/market/checkout'])
    expect(comesTo(target, 'Customer', ['Integrator']), target).toMatchObject({ kind: 'go', denied: true });
});
