import type { APIRequestContext, Page, Request } from '@playwright/test';
import { expect, headersOf } from './journey.ts';

/** The layout shift of a visit, a fifth of what web.dev/cls calls good. */
export const maxShift = 0.02;

/** The requests of watched pages that have no reply yet. The stream of events never ends. */
const pending = new WeakMap<Page, Set<Request>>();
/** What watched pages have read, by address. */
const read = new WeakMap<Page, Map<string, Promise<string>[]>>();

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const replies = new Map<string, Promise<string>[]>();
  read.set(page, replies);
  page.on('response', (response) => {
    const url = response.url();
    const { pathname } = new URL(url);
    if (response.request().method() !== 'GET' || !pathname.startsWith('/api/') || pathname === '/api/events') return;
    replies.set(url, [...(replies.get(url) ?? []), response.text().catch(() => '')]);
  });
}

/** Whether a watched page has read something again that had changed meanwhile: it rightly shows it then. */
export async function hasReadChanges(page: Page): Promise<boolean> {
  for (const replies of read.get(page)?.values() ?? []) if (new Set(await Promise.all(replies)).size > 1) return true;
  return false;
}

/** Records the layout shifts of pages that are opened from now on, and how long their live streams took to open. */
export async function watchPages(page: Page): Promise<void> {
  watchRequests(page);
  await page.addInitScript(() => {
    const seen = { shifted: 0, moved: [] as string[], openingMs: 0 };
    Object.assign(window, { seen });
    type Source = { node?: Element; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    const moveOf = ({ node, previousRect, currentRect }: Source) =>
      `${box(previousRect)} → ${box(currentRect)}: ${node?.outerHTML?.slice(0, 120) ?? ''}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        seen.shifted += entry.value;
        seen.moved.push(...entry.sources.map(moveOf));
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const { fetch: original } = window;
    window.fetch = async (...asked) => {
      const askedAt = Date.now();
      const reply = await original(...asked);
      if (reply.url.includes('/api/events')) seen.openingMs = Math.max(seen.openingMs, Date.now() - askedAt);
      return reply;
    };
  });
}

export const seenOn = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'seen') as { shifted: number; moved: string[]; openingMs: number });

/** Resolves when a watched page shows its data and requests nothing more. */
export async function settled(page: Page): Promise<void> {
  const open = pending.get(page);
  if (!open) throw new Error('only a watched page is known to have settled');
  await expect(page.locator('main h1')).toBeVisible();
  await expect(async () => {
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.locator('output[data-state="connecting"]')).toHaveCount(0);
    // Whatever the page requests because of a reply has been sent once it is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
    expect([...open].map((request) => request.url())).toEqual([]);
  }).toPass();
}

/** The open alarms of the company of the demo's customer, as its overview lists them. */
export async function openAlarms(request: APIRequestContext): Promise<number[]> {
  const headers = await headersOf(request, 'customer');
  const reply = await request.get('/api/overview/alarm?limit=100', { headers });
  return (await reply.json()).data.map(({ id }: { id: number }) => id);
}
