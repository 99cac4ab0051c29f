import type { APIRequestContext, Page } from '@playwright/test';
import { lifetimes } from '#core/accounts/common/auth.ts';
import { storageVersion } from '#platform/web/client/storage.ts';
import { currentLease } from './servers/lease.ts';

async function login(request: APIRequestContext, person: string): Promise<{ token: string; refreshToken: string }> {
  const reply = await request.post('/api/auth/login', {
    data: { email: `${person}@rasid.test`, password: 'Rasid@2026' },
  });
  if (!reply.ok()) throw new Error(`${person} was not signed in: ${reply.status()} ${await reply.text()}`);
  return (await reply.json()).data;
}

// An address may sign in sixty times a minute, and each journey asks for headers several times.
const headersKeptFor = (lifetimes.accessSeconds * 1000) / 3;
const headers = new Map<string, { until: number; authorization: string }>();

/** The request headers of a signed-in person. A worker signs a person in once for several journeys of a file. */
export async function headersOf(request: APIRequestContext, person: string): Promise<Record<string, string>> {
  const key = `${person} ${(await currentLease()).url}`;
  const kept = headers.get(key);
  if (kept && kept.until > Date.now()) return { authorization: kept.authorization };
  const authorization = `Bearer ${(await login(request, person)).token}`;
  headers.set(key, { until: Date.now() + headersKeptFor, authorization });
  return { authorization };
}

/** Signs a person of the demo in without the form, at the next page that is opened. */
export async function signInByToken(page: Page, request: APIRequestContext, name: string): Promise<void> {
  const { token: accessToken, refreshToken } = await login(request, name);
  // Only once, so that later changes of the page stay.
  await page.addInitScript(
    ([key, pairs, done]) => {
      if (localStorage.getItem(done)) return;
      localStorage.clear();
      localStorage.setItem(done, 'true');
      localStorage.setItem(key, pairs);
    },
    [
      `tokens${storageVersion}`,
      JSON.stringify({ primary: { accessToken, refreshToken } }),
      `journey-signed-in-${name}`,
    ] as const,
  );
}
