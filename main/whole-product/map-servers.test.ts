import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSiteSettings } from '../brand.ts';
import { openHttp } from '../compose.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('the browser may fetch from the tile server only when one is set', async () => {
  const policyOf = async (mapTilesUrl?: string) => {
    const site = readSiteSettings('rasid', [], { mapTilesUrl });
    const http = await openHttp(app.kit, { webFolder: null, site });
    const { headers } = await http.inject('/health');
    await http.close();
    return String(headers['content-security-policy']).split(';');
  };
  const plain = await policyOf();
  expect(plain).toContain("connect-src 'self'");
  expect(plain).toContain("img-src 'self' data: blob:");
  const policy = await policyOf('https://tiles.example.com/osm/{z}/{x}/{y}.png');
  expect(policy).toContain("connect-src 'self' https://tiles.example.com");
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.com");
});
