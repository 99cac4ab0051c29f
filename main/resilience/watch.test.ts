import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { metrics, metricsText } from '#platform/server/monitoring/metrics.ts';
import { countRequest } from '#platform/server/monitoring/request-metrics.ts';
import { openHealthServer } from '../compose.ts';
import { processorMsOf } from '../testing/test-processor-time.ts';
import { type Rasid, rasid } from '../testing.ts';
import { allRoutes } from '../walks/registered-routes.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const request = async (
  url: string,
  { token, from = '127.0.0.1', headers = {} }: { token?: string; from?: string; headers?: object } = {},
) => {
  const http = await openHealthServer(app.kit, token);
  return http.inject({ url, remoteAddress: from, headers: headers as Record<string, string> });
};

test('a process without the api role answers /health and /ready', async () => {
  expect((await request('/health')).json()).toEqual({ status: 'ok' });
  expect((await request('/ready', { from: '10.0.0.9' })).json()).toEqual({ status: 'ready' });
});

describe('metrics', () => {
  const token = 'a-long-scraper-token';
  test('metrics are readable from this machine only if no token is set', async () => {
    expect((await request('/metrics')).body).toContain('process_cpu_user_seconds_total');
    expect((await request('/metrics', { from: '10.0.0.9' })).statusCode).toBe(403);
    expect((await request('/metrics', { headers: { 'x-forwarded-for': '10.0.0.9' } })).statusCode).toBe(403);
  });
  test('metrics are readable with the token if one is set', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await request('/metrics', { token, from: '10.0.0.9', headers })).statusCode).toBe(200);
    expect((await request('/metrics', { token })).statusCode).toBe(403);
    expect((await request('/metrics', { token, headers: { authorization: 'Bearer other' } })).statusCode).toBe(403);
  });

  const used = (statuses: readonly number[]) => {
    for (const { app, route } of allRoutes)
      for (const status of statuses)
        countRequest({ method: route.method, route: `/api${app.api}${route.path}`, status, ms: 12 });
  };

  test('metrics stay small after every route has been used', async () => {
    used([200, 201, 304]);
    expect(await processorMsOf(3, () => metrics.metrics())).toBeLessThan(1000);
    const text = await metrics.metrics();
    expect(text.length).toBeLessThan(allRoutes.length * 6 * 160 + 100_000);
  });

  test('refused requests add no series of their route, and failed ones a single one', async () => {
    const seriesOf = async (route: string) =>
      (await metrics.metrics()).split('\n').filter((line) => line.includes(`route="${route}"`)).length;
    for (const status of [400, 401, 403, 404, 409, 418, 429])
      countRequest({ method: 'GET', route: '/refused', status, ms: 12 });
    expect(await seriesOf('/refused')).toBe(0);
    for (const status of [500, 503]) countRequest({ method: 'GET', route: '/failed', status, ms: 12 });
    expect(await seriesOf('/failed')).toBe(1);
  });

  test('requests for metrics at the same time share one text', async () => {
    const written = vi.spyOn(metrics, 'metrics');
    const texts = await Promise.all(Array.from({ length: 40 }, metricsText));
    expect(new Set(texts).size).toBe(1);
    expect(written.mock.calls.length).toBeLessThanOrEqual(1);
  });
});
