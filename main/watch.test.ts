import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHealthServer } from './compose.ts';
import { type Rasid, rasid } from './testing.ts';

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
});
