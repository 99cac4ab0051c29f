import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Identifies a process across reuse of its number; undefined if it is not alive. A zombie counts as dead. */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  if (process.platform !== 'linux') return 'alive';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may contain anything; state is field 3, start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/**
 * Locks a data folder for this process until the returned function is called. The lock of a dead process is replaced;
 * throws an Error with one sentence when its holder is alive.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'server.lock');
  for (let attempt = 0; attempt < 10; attempt++) {
    if (writeLock(file)) return () => rmSync(file, { force: true });
    const holder = readHolder(file);
    if (holder?.alive) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by another Rasid server (process ${holder.pid}): stop that one, or set DATA_DIR to another folder.`,
      );
    }
    if (holder !== undefined) setAside(file, holder.text);
  }
  throw new Error(`The lock ${file} could not be taken: delete it if no Rasid server is running.`);
}

export class FolderInUse extends Error {}

// Linked atomically, so that nobody reads a partial lock.
function writeLock(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid} ${processStart(process.pid)}`);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

function readHolder(file: string): { pid: number; text: string; alive: boolean } | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const [pid, start] = text.split(' ');
  return { pid: Number(pid), text, alive: processStart(Number(pid)) === start };
}

// If two servers find the same dead lock, the slower one must not remove the new lock of the faster one.
function setAside(file: string, dead: string): void {
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') !== dead) renameSync(aside, file);
  else rmSync(aside);
}
