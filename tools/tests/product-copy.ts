import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const excluded = ['node_modules', '.data', '.git', 'dist', 'test-results', 'e2e', 'bench'];

export type ProductCopy = {
  folder: string;
  /** Runs a Node script in the copy. */
  node(...args: string[]): Promise<{ stdout: string }>;
  remove(): void;
};

/** Copies the sources of the product to a temporary folder, where apps can be added. */
export function copyProduct(): ProductCopy {
  const root = resolve('.');
  const bin = join(root, 'node_modules/.bin');
  const folder = mkdtempSync(join(tmpdir(), 'rasid-copy-'));
  for (const name of readdirSync(root))
    if (!excluded.includes(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    node: (...args) =>
      run(join(bin, 'node'), args, { cwd: folder, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } }).catch(
        (error: Error & { stdout?: string }) => {
          throw new Error(`${error.message}\n${error.stdout ?? ''}`, { cause: error });
        },
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Adds `count` apps with devices by `npm run new:app`. */
export async function addApps({ node }: ProductCopy, count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await node('tools/new-app.mjs', `app-${at}`, '--devices');
}
