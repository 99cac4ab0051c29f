import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './end-with-parent.mjs';
import { ensureInstalled } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled({ development: true });

// The server restarts when an imported file changes; Vite reloads the browser and proxies /api to the server.
const node = 'node_modules/.bin/node';
const serverFile = fileURLToPath(new URL('../main/server.ts', import.meta.url));
const endWithParent = fileURLToPath(new URL('end-with-parent.mjs', import.meta.url));
const parts = [
  spawn(node, ['--watch', '--watch-preserve-output', '--import', endWithParent, serverFile], {
    stdio: 'inherit',
    // Webhooks may reach a receiver on the developer's machine.
    env: { PRIVATE_CALLS: '1', ...process.env },
  }),
  spawn(node, ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], { stdio: 'inherit' }),
];

let stopping = false;
function stop(code, delivered = false) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  if (!delivered) for (const part of parts) part.kill('SIGTERM');
}

for (const part of parts) part.on('exit', (code) => stop(code ?? 1));
// Ctrl-C in a terminal also reaches the child processes.
process.on('SIGINT', () => stop(0, process.stdin.isTTY));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
