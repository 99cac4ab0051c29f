import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { show } from '../../test-render.tsx';
import { clientOf } from '../client-of.ts';
import { tokens } from '../connection.ts';
import { useData } from '../hooks.ts';
import { queryClient } from '../query-client.ts';
import { useLiveRefetch } from './live-refetch.ts';

const { place } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: { place: { count: route.get('/place/count', { access: 'signed-in', reply: z.number() }) } },
  }),
);

/** A token that has not expired. */
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000, iat: Math.floor(Date.now() / 1000) }))}.x`;

function Places() {
  useLiveRefetch(['places'], place.count.key());
  return <output>{useData(place.count).data}</output>;
}

beforeEach(() => {
  queryClient.clear();
  tokens.keep({ accessToken: token, refreshToken: 'r' });
});
afterEach(() => tokens.reset());

/** A stream that has missed events of these topics. */
const stream = (missed: string[]) => {
  const opened = `data: ${JSON.stringify({ type: 'opened', topic: '', data: { missed } })}\n\n`;
  return new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(opened)) }),
  );
};

test('data that changed between its request and the opening of the stream is requested again', async () => {
  let requests = 0;
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/events') ? stream(['places']) : new Response(JSON.stringify({ data: ++requests })),
  );
  await show('en', <Places />);
  await expect.element(page.getByRole('status')).toHaveTextContent('2');
});
