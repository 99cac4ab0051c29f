import { PassThrough } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openHttp } from '../compose.ts';
import { app, withCompanies } from '../testing/test-companies.ts';

withCompanies();

test('the server logs no tokens of mailed links, no API tokens and no codes of packages', async () => {
  const stream = new PassThrough();
  let written = '';
  stream.on('data', (chunk) => {
    written += chunk;
  });
  const http = await openHttp({ ...app.kit, log: pino({ level: 'trace' }, stream) }, { webFolder: null });
  const token = 'abcdefghij-abcdefghij_abcdefghij-abcdefghijk';
  await http.inject({ method: 'POST', url: `/api/auth/verify-account/${token}` });
  await http.inject({ method: 'GET', url: `/core/auth/verify?token=${token}` });
  const authorization = `Bearer rasid_${token.slice(0, 43)}`;
  await http.inject({ method: 'GET', url: '/api/session', headers: { authorization } });
  await http.inject({ method: 'GET', url: `/api/session?token=${authorization.slice(7)}` });
  await http.inject({ method: 'GET', url: '/api/package/ABCD-EFGH-JKMN-PQRS?app=sample' });
  await http.inject({ method: 'GET', url: '/core/packages/add/ABCDEFGHJKMNPQRS/sample' });
  await http.close();
  expect(written).toContain('/api/auth/verify-account/[token]');
  expect(written).not.toContain(token);
  expect(written).not.toContain(token.slice(0, 20));
  expect(written).toContain('/api/package/[code]?app=sample');
  expect(written).not.toMatch(/JKMN/);
});
