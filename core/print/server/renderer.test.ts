import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nonceHeader } from './keys.ts';
import { confinement } from './print-browser.ts';
import { PrintFailure, Renderer } from './renderer.ts';

const log = pino({ level: 'silent' });
const key = { cacheKey: '1.secret', nonce: 'the-nonce' };
/** The requests of the browser to the server, with their nonces. */
const asked: { url: string; nonce: string | undefined }[] = [];
let server: Server;
let baseUrl: string;

const ready = "document.documentElement.dataset.render = 'ready'";
const scripts: Record<string, string> = {
  document: `fetch('/api/company/1/report/parameter/temporary/secret').then((r) => r.json()).then((d) => { document.body.textContent = d.text; ${ready}; })`,
  outside: `Promise.allSettled([fetch('/api/users'), fetch('https://example.com/'), fetch('http://127.0.0.1:1/'), fetch('/assets/a.js', { method: 'POST' })]).then((all) => { if (all.every((one) => one.status === 'rejected')) ${ready}; })`,
  error: "document.documentElement.dataset.render = 'error'",
  endless: '',
  heavy: 'const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)), 10)',
};

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push({ url: request.url ?? '', nonce: request.headers[nonceHeader]?.toString() });
    const name = /^\/reports-generator\/(\w+)/.exec(request.url ?? '')?.[1];
    if (name) return reply.setHeader('content-type', 'text/html').end(`<body><script>${scripts[name]}</script></body>`);
    return reply.setHeader('content-type', 'application/json').end(JSON.stringify({ text: 'Bill 12' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof PrintFailure ? error.fault : String(error)),
  );

test('a document whose browser still starts when printing ends is given up at once', async () => {
  const renderer = new Renderer({ baseUrl, log });
  const result = faultOf(renderer.render(1, 'endless', key));
  await renderer.end();
  expect(await result).toBe('Error: printing has ended');
}, 20_000);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a process that gets %s while it lays out a document still stops in order, including what stops afterwards',
  async (signal) => {
    const file = fileURLToPath(new URL('interrupted-renderer.ts', import.meta.url));
    const child = spawn(process.execPath, [file], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
        if (output.includes('laying out')) resolve();
      });
    });
    const ended = once(child, 'exit');
    // To the whole process group, as a terminal does.
    process.kill(-(child.pid ?? 0), signal);
    expect(await ended).toEqual([0, null]);
    expect(output).toContain('stopped in order');
  },
);

describe('the print browser', () => {
  test('lays out the document of its key as PDF and sends the nonce with the document only', async () => {
    const renderer = new Renderer({ baseUrl, log });
    asked.length = 0;
    const pdf = await renderer.render(1, 'document', key);
    await renderer.end();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(asked).toEqual([
      { url: '/reports-generator/document?cacheKey=', nonce: undefined },
      { url: '/api/company/1/report/parameter/temporary/secret', nonce: key.nonce },
    ]);
  });

  test('reaches neither other calls of the API nor other addresses nor writes', async () => {
    const renderer = new Renderer({ baseUrl, log });
    asked.length = 0;
    await renderer.render(1, 'outside', key);
    await renderer.end();
    expect(asked).toHaveLength(1);
  });

  test('never prints a page that reports an error, does not finish in time or takes too much memory', async () => {
    const renderer = new Renderer({ baseUrl, log, pageTimeoutMs: 1500 });
    expect(await faultOf(renderer.render(1, 'error', key))).toBe('page-failed');
    expect(await faultOf(renderer.render(1, 'endless', key))).toBe('too-slow');
    await renderer.end();
    const small = new Renderer({ baseUrl, log, memoryLimit: 900 * 1024 ** 2 });
    expect(await faultOf(small.render(1, 'heavy', key))).toBe('too-big');
    // The next document has a new browser.
    expect((await small.render(1, 'document', key)).length).toBeGreaterThan(500);
    await small.end();
  });

  const browsers = () =>
    execFileSync('ps', ['-o', 'uid=,pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('--headless'))
      .map((line) => line.trim().split(/\s+/));

  test('is not root, and has its sandbox where the kernel allows one', async () => {
    const renderer = new Renderer({ baseUrl, log });
    await renderer.render(1, 'document', key);
    const [[uid, , ...args] = []] = browsers();
    await renderer.end();
    const { user, sandbox } = confinement(log);
    expect(Number(uid)).toBe(user?.uid ?? process.getuid?.());
    expect(args.includes('--no-sandbox')).toBe(!sandbox);
  });

  test('is a separate process for each company', async () => {
    const renderer = new Renderer({ baseUrl, log });
    const processes: (string | undefined)[] = [];
    for (const company of [1, 1, 2]) {
      await renderer.render(company, 'document', key);
      processes.push(...browsers().map(([, pid]) => pid));
    }
    await renderer.end();
    const [first, second, other] = processes;
    expect(processes).toHaveLength(3);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  test.runIf(process.getuid?.() === 0)('runs as another user if the server is root', () =>
    expect(confinement(log).user?.uid).not.toBe(0),
  );
});
