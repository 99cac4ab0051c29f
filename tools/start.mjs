import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from './build-web.mjs';
import './end-with-parent.mjs';
import { ensureInstalled } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled();
buildWebIfStale();

// A server that ran well and then died is started again; one that keeps dying, or never came up, needs a person.
const provenAfterMs = 10_000;
const restartsPerHour = 20;
const restarts = [];
const serverFile = fileURLToPath(new URL('../main/server.ts', import.meta.url));
const endWithParent = fileURLToPath(new URL('end-with-parent.mjs', import.meta.url));
let server;
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C at a terminal reaches the server by itself.
    const delivered = stopping || (signal === 'SIGINT' && process.stdin.isTTY);
    stopping = true;
    if (!delivered) server.kill('SIGTERM');
  });
}
runServer();

function runServer() {
  const started = Date.now();
  server = spawn('node_modules/.bin/node', ['--import', endWithParent, serverFile], {
    stdio: 'inherit',
  });
  server.on('exit', (code, signal) => {
    const proven = Date.now() - started > provenAfterMs;
    if (stopping || code === 0 || !(signal || proven) || !mayRestart()) process.exit(code ?? (stopping ? 0 : 1));
    console.error(`The server ended unexpectedly (${signal ?? `code ${code}`}) and is started again.`);
    runServer();
  });
}

function mayRestart() {
  const hour = Date.now() - 3_600_000;
  while (restarts[0] < hour) restarts.shift();
  return restarts.push(Date.now()) <= restartsPerHour;
}
