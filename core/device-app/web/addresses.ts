import type { AppManifest } from '#platform/common/define-app.ts';

/** The device list of a solution; without one, the plain list that finds the lowest. */
export const listAddress = ({ web }: Pick<AppManifest, 'web'>, solutionId?: number): string =>
  `${web}/devices/list${solutionId === undefined ? '' : `/solution/${solutionId}`}`;

/**
 * The solution that a list shows: the one asked for if the caller has devices of it, else the lowest that there is.
 * Source: 3-solutions.md §2.
 */
export function solutionShown(asked: string | undefined, available: readonly { id: number }[]): number | undefined {
  const wanted = Number(asked);
  if (available.some((one) => one.id === wanted)) return wanted;
  return available.length > 0 ? Math.min(...available.map((one) => one.id)) : undefined;
}
