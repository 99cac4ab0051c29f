import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';

/** The usual path of the page of a device, unless its solution has its own page. */
export const devicePagePath = 'devices/list/solution/{solutionId}/device/{id}';

/** The address of a device's page in its app. */
export function deviceAddress(
  app: Pick<AppManifest, 'web' | 'pages' | 'solutions'>,
  { id, solutionId }: { id: number; solutionId: number },
): string {
  const page = app.solutions?.find((solution) => solution.id === solutionId)?.page ?? devicePagePath;
  return usualAddress(app, page, { solutionId, id });
}
