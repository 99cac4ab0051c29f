import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownFolder, socketFolder } from './own-folder.ts';

// For root: a user whom PostgreSQL could run as. For others: themselves.
const runAs = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'rasid-own-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('a folder is created for the user of PostgreSQL only, and an existing one is closed to others', () => {
  const folder = ownFolder(join(place, 'mine'), runAs);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(folder, 0o777);
  ownFolder(folder, runAs);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  if (runAs.uid !== undefined) expect(statSync(folder).uid).toBe(runAs.uid);
});

test('a symbolic link is refused, and its target keeps its owner and mode', () => {
  const target = join(place, 'elsewhere');
  mkdirSync(target, { mode: 0o755 });
  const before = statSync(target);
  symlinkSync(target, join(place, 'link'));
  expect(() => ownFolder(join(place, 'link'), runAs)).toThrow('is no folder');
  expect(statSync(target)).toMatchObject({ uid: before.uid, mode: before.mode });
});

test.runIf(runAs.uid !== undefined)('a folder of another user is refused', () => {
  const folder = ownFolder(join(place, 'theirs'), { uid: 12345, gid: 12345 });
  expect(() => ownFolder(folder, runAs)).toThrow('belongs to another user (12345)');
});

test('with a long data path, the socket folder has a random name that stays the same', () => {
  const root = join(place, 'x'.repeat(90));
  mkdirSync(root);
  const folder = socketFolder(root, runAs);
  try {
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(folder.length).toBeLessThan(86);
    expect(socketFolder(root, runAs)).toBe(folder);
    // One that others can enter is not used again.
    chmodSync(folder, 0o777);
    const next = socketFolder(root, runAs);
    expect(next).not.toBe(folder);
    rmSync(next, { recursive: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
