import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Programs that tests drive and no npm package brings. Tests that need a missing one are skipped. */
const wanted = [{ command: 'nats-server', debian: 'nats-server' }];

// Where Debian puts programs that an ordinary user's PATH may leave out.
export const searchPath = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** Where a program lies; undefined when it is not installed. */
export function findProgram(command) {
  return searchPath
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

const missing = () => wanted.filter(({ command }) => !findProgram(command));

/** As root on Debian, installs the programs that are missing, if it can. */
export function installPrograms() {
  const packages = missing().map(({ debian }) => debian);
  if (packages.length === 0 || process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  console.log(`Installing ${packages.join(', ')} …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
}

/** One line for each missing program: what was left out, and what brings it. */
export const missingPrograms = () =>
  missing().map(
    ({ command, debian }) =>
      `Without ${command} the tests that need it were skipped (sudo apt-get install --no-install-recommends ${debian}).`,
  );
