import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from './build-web.mjs';
import './end-with-parent.mjs';
import { ensureInstalled } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled();
buildWebIfStale();

// A server that died is started again for as long as it takes, with growing pauses while it dies young. One that says that
// a person is needed, or that never lived for a while since this start, ends it: trying again would not mend that.
const needsPerson = 78;
const provenAfterMs = 10_000;
const longestPauseMs = 60_000;
let everProven = false;
let pauseMs = 0;
const serverFile = fileURLToPath(new URL('../main/server.ts', import.meta.url));
const endWithParent = fileURLToPath(new URL('end-with-parent.mjs', import.meta.url));
let server;
let stopping = false;

let restarting;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (restarting) process.exit(0);
    // Ctrl-C at a terminal reaches the server by itself.
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
    const proven = Date.now() - started > provenAfterMs;
    everProven ||= proven;
    if (stopping || code === 0) process.exit(code ?? 0);
    if (code === needsPerson || !(everProven || signal)) process.exit(1);
    pauseMs = proven ? 0 : Math.min(longestPauseMs, pauseMs * 2 || 1000);
    const when = pauseMs ? ` in ${pauseMs / 1000} seconds` : '';
    console.error(`The server ended unexpectedly (${signal ?? `code ${code}`}) and is started again${when}.`);
    restarting = setTimeout(runServer, pauseMs);
  });
}
