import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from './build-web.mjs';
import './end-with-parent.mjs';
import { ensureInstalled } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled();
buildWebIfStale();

// A crashed server is restarted, with growing delays while it crashes early. The process ends if the server reports a
// configuration error, or if it never ran stably since this start: a restart would not help.
const configurationError = 78;
const stableAfterMs = 10_000;
const maxDelayMs = 60_000;
let everStable = false;
let delayMs = 0;
const serverFile = fileURLToPath(new URL('../main/server.ts', import.meta.url));
const endWithParent = fileURLToPath(new URL('end-with-parent.mjs', import.meta.url));
let server;
let stopping = false;

let restarting;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (restarting) process.exit(0);
    // Ctrl-C in a terminal also reaches the server.
    const delivered = stopping || (signal === 'SIGINT' && process.stdin.isTTY);
    stopping = true;
    if (!delivered) server.kill('SIGTERM');
  });
}
runServer();

function runServer() {
  restarting = undefined;
  const started = Date.now();
  server = spawn('node_modules/.bin/node', ['--import', endWithParent, serverFile], {
    stdio: 'inherit',
  });
  server.on('exit', (code, signal) => {
    const stable = Date.now() - started > stableAfterMs;
    everStable ||= stable;
    if (stopping || code === 0) process.exit(code ?? 0);
    if (code === configurationError || !(everStable || signal)) process.exit(1);
    delayMs = stable ? 0 : Math.min(maxDelayMs, delayMs * 2 || 1000);
    const when = delayMs ? ` in ${delayMs / 1000} seconds` : '';
    console.error(`The server ended unexpectedly (${signal ?? `code ${code}`}) and is started again${when}.`);
    restarting = setTimeout(runServer, delayMs);
  });
}
