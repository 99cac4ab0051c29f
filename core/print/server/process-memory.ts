import { readdir, readFile } from 'node:fs/promises';

const pageBytes = 4096;

/**
 * The memory of a process and all of its descendants, in bytes, without what they share, such as libraries; 0 on a
 * system without /proc.
 */
export async function treeMemory(root: number): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => memoryOf(Number(pid))));
  const processes = found.filter((one) => one !== null);
  let total = 0;
  const within = new Set([root]);
  // A child has a higher id than its parent unless ids have wrapped around, so a second pass completes the tree.
  for (let pass = 0; pass < 2; pass++) for (const { pid, parent } of processes) if (within.has(parent)) within.add(pid);
  for (const { pid, bytes } of processes) if (within.has(pid)) total += bytes;
  return total;
}

async function memoryOf(pid: number): Promise<{ pid: number; parent: number; bytes: number } | null> {
  try {
    const [stat, statm] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/statm`, 'utf8'),
    ]);
    const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
    // The name of the command may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), bytes: (resident - shared) * pageBytes };
  } catch {
    // The process has ended.
    return null;
  }
}
