import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible, violationsOf } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { type Answer, refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { management } from '../../app.ts';
import { customerRoutes } from '../../common/customer.ts';
import { CustomersPage } from './CustomersPage.tsx';

const customers = Array.from({ length: 40 }, (_, at) => ({
  id: 900 + at,
  name: `Customer ${String(at + 1).padStart(2, '0')}`,
  type: 'Customer',
  contractTo: '2027-01-31T00:00:00.000Z',
  contractRuns: true,
  alarms: at % 6,
  critical: at % 2,
  devices: at * 25,
  offline: at % 7,
  expiring: at % 5,
  requests: at % 3,
  tickets: at % 4,
}));

/** The page of the list that a request asks for. */
function found({ query }: Sent): Response {
  const all = customers.filter(({ name }) => name.includes(query.get('search') ?? ''));
  const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 25)];
  return Response.json({ data: all.slice(skip, skip + limit), totalRecords: all.length });
}

const rows = () => page.getByRole('link', { name: /^Customer \d\d$/ });
const shows = (count: number) => expect.poll(() => rows().elements().length).toBe(count);

beforeEach(() => {
  sessionStore.set(permitted(customerRoutes.list.access));
});

describe.each(languages)('the customers of a provider in %s', (language) => {
  const open = (answer: (request: Sent) => Answer | Promise<Answer>) => {
    testServer({
      'GET /management/customer': answer,
      'GET /management/dashboard': { customers: [{ type: 'Customer', count: customers.length }] },
    });
    return showPages(
      language,
      management as unknown as AppManifest,
      { 'customers/list/all': <CustomersPage /> },
      { at: '/management/customers/list/all', texts: ['management'] },
    );
  };

  test('come in pages behind a placeholder, and are searched', async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await open(async (request) => {
      await held;
      return found(request);
    });
    await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBeGreaterThan(0);
    await expect.poll(() => violationsOf()).toEqual([]);
    answer();
    await shows(25);
    await expectAccessible();
    await page.getByRole('searchbox').fill('40');
    await shows(1);
    await page.viewport(390, 844);
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('are replaced by the failure, from which the list recovers', async () => {
    let isBroken = true;
    await open((request) => (isBroken ? refusal(500, { code: '00000500', msg: 'broken' }) : found(request)));
    const retry = page.getByRole('main').getByRole('button', { name: kit('actions.retry') });
    await expect.element(retry).toBeVisible();
    isBroken = false;
    await retry.click();
    await shows(25);
  });
});
