import { z } from 'zod';
import { useWaitingOf } from '#platform/web/offline/send-or-keep.ts';
import type { VisitedTrap, VisitSheet } from '../../common/visits/visit.ts';
import { newLine } from '../../common/visits/visit-line.ts';

/** The name of a visit in kept changes. */
export const waitingVisit = (id: number): string => `visit/${id}`;

/** The line of a trap that counts: the newest. `waits`: it has not been sent yet. */
export type LineOfTrap = { finding: string; at: string; person: string | null; waits: boolean };

const keptLines = z.object({ lines: z.array(newLine) });

/** The newest line of each trap of a visit by its id, with those that wait for a network. */
export function useLines({ visit, lines }: Pick<VisitSheet, 'visit' | 'lines'>): Map<number, LineOfTrap> {
  const waiting = useWaitingOf(waitingVisit(visit.id)).flatMap(({ body }) => {
    const kept = keptLines.safeParse(body);
    return kept.success ? kept.data.lines : [];
  });
  const all = [
    ...lines.map((line) => ({ ...line, person: line.person?.name ?? null, waits: false })),
    ...waiting.map((line) => ({ ...line, person: null, waits: true })),
  ];
  return new Map(
    all
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map(({ deviceId, finding, at, person, waits }) => [deviceId, { finding, at, person, waits }]),
  );
}

/** What is printed on a trap: its number, or its name while it has none. */
export const trapLabel = ({ number, name }: Pick<VisitedTrap, 'number' | 'name'>): string =>
  number === null ? name : `${number}`;
