import type { AppManifest } from '#platform/common/define-app.ts';

/** The page of a device, unless its solution has its own page. */
export const devicePagePath = 'devices/list/solution/{solutionId}/device/{id}';

/** The address of a device's page in its app. */
export function deviceAddress(
  { web, solutions }: Pick<AppManifest, 'web' | 'solutions'>,
  { id, solutionId }: { id: number; solutionId: number },
): string {
  const page = solutions?.find((solution) => solution.id === solutionId)?.page ?? devicePagePath;
  return `${web}/${page.replace('{solutionId}', String(solutionId)).replace('{id}', String(id))}`;
}
