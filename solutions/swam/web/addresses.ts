import { swam } from '../app.ts';

type Placed = { id: number; solutionId: number };

/** Where devices of this app are looked at: meters and control units have pages of their own. */
export function deviceAddress({ id, solutionId }: Placed): string {
  const view = swam.solutions?.find((one) => one.id === solutionId)?.view;
  return view ? `${swam.web}/devices/${view}/${id}` : `${listAddress(solutionId)}/device/${id}`;
}

/** The device list of a solution; without one, the plain list that finds the lowest. */
export const listAddress = (solutionId?: number): string =>
  `${swam.web}/devices/list${solutionId === undefined ? '' : `/solution/${solutionId}`}`;

export const alarmsAddress = (kind: 'operational' | 'status', query = ''): string =>
  `${swam.web}/alarms/${kind}${query}`;

/**
 * The solution that a list shows: the one asked for if the caller has devices of it, else the lowest that there is.
 * Source: 3-solutions.md §2.
 */
export function solutionShown(asked: string | undefined, available: readonly { id: number }[]): number | undefined {
  const wanted = Number(asked);
  if (available.some((one) => one.id === wanted)) return wanted;
  return available.length > 0 ? Math.min(...available.map((one) => one.id)) : undefined;
}
