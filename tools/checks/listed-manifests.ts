import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppManifest } from '#platform/common/define-app.ts';

/** The manifests of main/apps.ts in the working directory, for builds. */
export async function listedManifests(): Promise<readonly AppManifest[]> {
  const { apps } = (await import(pathToFileURL(resolve('main/apps.ts')).href)) as { apps: readonly AppManifest[] };
  return apps;
}
