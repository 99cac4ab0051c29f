import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** The databases and copies of a run take less than 2 GB at any time. */
const enoughBytes = 4e9;

/**
 * The folder of all test runs, which is in memory if there is room: copying a database creates about 2,500 files, which
 * takes twenty times as long on a disk.
 */
function folderOfRuns() {
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  return join(bavail * bsize >= enoughBytes ? memory : tmpdir(), `rasid-tests-${process.getuid?.() ?? 0}`);
}

/**
 * Creates an empty folder for `purpose` of this process, for data that may be lost. Folders of processes that have ended
 * are removed by `remove`, which also removes this one at the end.
 */
export async function temporaryFolder(purpose, remove = removeFolder) {
  const runs = resolve(folderOfRuns());
  const folder = join(runs, `${process.pid}-${purpose}`);
  mkdirSync(runs, { recursive: true });
  const left = readdirSync(runs).filter(
    (name) => name.endsWith(`-${purpose}`) && !isRunning(Number.parseInt(name, 10)),
  );
  await Promise.allSettled(left.map((name) => remove(join(runs, name))));
  mkdirSync(folder);
  return { folder, remove: () => remove(folder) };
}

const removeFolder = async (folder) => rmSync(folder, { recursive: true, force: true });

function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
