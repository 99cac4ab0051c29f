import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Programs that tests need and that are not npm packages. Tests without theirs are skipped. */
const wanted = [{ command: 'nats-server', debian: 'nats-server' }];

// Folders of Debian that may be missing from a user's PATH.
export const searchPath = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** The path of a program; undefined if it is not installed. */
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

/** Installs the missing programs, as root on Debian. */
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

/** One line per missing program: the skipped tests and the package. */
export const missingPrograms = () =>
  missing().map(
    ({ command, debian }) =>
      `Without ${command} the tests that need it were skipped (sudo apt-get install --no-install-recommends ${debian}).`,
  );
