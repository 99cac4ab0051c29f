import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const wanted = [
  { command: 'chromium', name: 'chromium' },
  { command: 'nats-server', name: 'nats-server' },
  { command: 'mosquitto_pub', name: 'mosquitto-clients' },
];

// Where Debian puts programs that an ordinary user's PATH may leave out.
export const searchPath = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** Installs the programs that the tests drive, or says what a person has to install, and ends the program. */
export function ensureDebianPackages() {
  const missing = wanted.filter(({ command }) => !isThere(command)).map(({ name }) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    console.log(`Installing ${missing.join(', ')} …`);
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update'], options);
    if (spawnSync('apt-get', command.split(' ').slice(1), options).status === 0) return;
  }
  console.error(`The tests need ${missing.join(', ')}. Install with: sudo ${command}`);
  process.exit(1);
}

function isThere(command) {
  return searchPath.some((folder) => {
    try {
      accessSync(`${folder}/${command}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
