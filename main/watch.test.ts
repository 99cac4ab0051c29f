import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWatch } from './compose.ts';
import { type Rasid, rasid } from './testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const ask = async (
  url: string,
  { token, from = '127.0.0.1', headers = {} }: { token?: string; from?: string; headers?: object } = {},
) => {
  const http = await openWatch(app.kit, token);
  return http.inject({ url, remoteAddress: from, headers: headers as Record<string, string> });
};

test('a process without the API says that it lives, and whether it can serve', async () => {
  expect((await ask('/health')).json()).toEqual({ status: 'ok' });
  expect((await ask('/ready', { from: '10.0.0.9' })).json()).toEqual({ status: 'ready' });
});

describe('metrics', () => {
  const token = 'a-long-scraper-token';
  test('are for this machine alone while no token is set', async () => {
    expect((await ask('/metrics')).body).toContain('process_cpu_user_seconds_total');
    expect((await ask('/metrics', { from: '10.0.0.9' })).statusCode).toBe(403);
    expect((await ask('/metrics', { headers: { 'x-forwarded-for': '10.0.0.9' } })).statusCode).toBe(403);
  });
  test('are for who has the token once one is set', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask('/metrics', { token, from: '10.0.0.9', headers })).statusCode).toBe(200);
    expect((await ask('/metrics', { token })).statusCode).toBe(403);
    expect((await ask('/metrics', { token, headers: { authorization: 'Bearer other' } })).statusCode).toBe(403);
  });
});
