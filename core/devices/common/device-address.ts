import type { AppManifest } from '#platform/common/define-app.ts';

/** The page on which an app shows a device, unless its solution names another one. */
export const devicePagePath = 'devices/list/solution/{solutionId}/device/{id}';

/** The address of the page on which an app shows a device. */
export function deviceAddress(
  { web, solutions }: Pick<AppManifest, 'web' | 'solutions'>,
  { id, solutionId }: { id: number; solutionId: number },
): string {
  const page = solutions?.find((one) => one.id === solutionId)?.page ?? devicePagePath;
  return `${web}/${page.replace('{solutionId}', String(solutionId)).replace('{id}', String(id))}`;
}
