import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from './web/build-web.mjs';
import './end-with-parent.mjs';
import { ensureInstalled } from './install.mjs';
import { createRestarts } from './restarts.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled();
buildWebIfStale();

// A crashed server is started again.
const afterExit = createRestarts();
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
    if (stopping) process.exit(code ?? 0);
    const { exit, delayMs } = afterExit({ code, signal, ranMs: Date.now() - started });
    if (exit !== undefined) process.exit(exit);
    const when = delayMs ? ` in ${delayMs / 1000} seconds` : '';
    console.error(`The server exited unexpectedly (${signal ?? `code ${code}`}) and is started again${when}.`);
    restarting = setTimeout(runServer, delayMs);
  });
}
