import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '../kit.ts';

/** The URL of a page of an app. Of an app that the installation does not have any more it is that of the start page. */
export const appUrl = (
  { publicUrl }: Pick<Kit, 'publicUrl'>,
  app: AppManifest | undefined,
  addressOf: (app: AppManifest) => string,
): string => (app ? `${publicUrl}${addressOf(app)}` : publicUrl);
