import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { chromiumLaunchOptions } from '#platform/server/chromium.mjs';

const asOtherUser = fileURLToPath(new URL('as-other-user.sh', import.meta.url));
/** The first of these that exists runs the browser if the server is root. */
const users = ['rasid-print', 'nobody'];

type User = { uid: number; gid: number };

const idOf = (flag: string, name: string) => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
};

/** The user without privileges who can run the program; null if there is none. */
function otherUser(program: string): User | null {
  if (spawnSync('setpriv', ['--version']).status !== 0) return null;
  for (const name of users) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
    if (uid === null || gid === null) continue;
    const reached = spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', program], { uid, gid });
    if (reached.status === 0) return { uid, gid };
  }
  return null;
}

/** Whether the kernel gives a user the namespaces that the sandbox of Chromium consists of. */
const hasNamespaces = (user: User | null): boolean =>
  spawnSync('unshare', ['--user', '--map-root-user', '--pid', '--fork', 'true'], user ?? {}).status === 0;

/** Nothing of the server's environment, which has its secrets, but the libraries and fonts of the packaged browser. */
const environment = (env: Record<string, string | undefined> = {}): Record<string, string> => ({
  HOME: '/tmp',
  PATH: process.env.PATH ?? '',
  ...Object.fromEntries(
    ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH'].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  ),
});

const always: LaunchOptions = {
  // The library would end this process at once on Ctrl-C, before the server has stopped PostgreSQL.
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** How the print browser is confined on this machine. */
export function confinement(log: Logger): { launch: LaunchOptions; user: User | null; sandbox: boolean } {
  const { executablePath, args, env } = chromiumLaunchOptions();
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? otherUser(executablePath) : null;
  if (isRoot && !user) log.warn('the print browser runs as root: there is no other user as whom setpriv can run it');
  const sandbox = (!isRoot || user !== null) && hasNamespaces(user);
  if (!sandbox) log.warn('the print browser has no sandbox: the kernel refuses user namespaces');
  const launch: LaunchOptions = {
    ...always,
    executablePath: user ? asOtherUser : executablePath,
    chromiumSandbox: sandbox,
    args: [...args.filter((arg) => !sandbox || arg !== '--no-sandbox'), '--host-resolver-rules=MAP * ~NOTFOUND'],
    env: {
      ...environment(env),
      ...(user && { BROWSER: executablePath, BROWSER_UID: String(user.uid), BROWSER_GID: String(user.gid) }),
    },
  };
  return { launch, user, sandbox };
}

let known: ReturnType<typeof confinement> | undefined;

/** Starts a browser as an unprivileged user and in its sandbox, as far as the machine allows. */
export async function startPrintBrowser(log: Logger): Promise<BrowserServer> {
  known ??= confinement(log);
  return chromium.launchServer(known.launch);
}
