import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { hitSpecies } from '../../common/hit-words.ts';
import type { VisitedTrap } from '../../common/visits/visit.ts';
import { type findings, type lineActions, newLine } from '../../common/visits/visit-line.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { trapLabel, waitingVisit } from './visit-lines.ts';

export type LineFields = {
  finding: (typeof findings)[number];
  count: number | null;
  species: (typeof hitSpecies)[number] | null;
  actions: readonly (typeof lineActions)[number][];
  serial: string;
  reason: string;
  photos: readonly File[];
};
const empty: LineFields = {
  finding: 'ok',
  count: null,
  species: null,
  actions: [],
  serial: '',
  reason: '',
  photos: [],
};

/** Whether nobody has looked into the trap, which needs a reason. */
export const isUnchecked = ({ finding }: LineFields): boolean => finding === 'missing' || finding === 'inaccessible';

/** The line as it is sent; fields that do not belong to the finding are left out. */
function lineOf(fields: LineFields, trapId: number, photos: readonly string[], times: { beganAt: string; at: string }) {
  const isCatch = fields.finding === 'catch';
  const actions = isUnchecked(fields) ? [] : fields.actions;
  return {
    clientId: crypto.randomUUID(),
    deviceId: trapId,
    ...times,
    finding: fields.finding,
    count: isCatch ? (fields.count ?? 1) : null,
    species: isCatch ? fields.species : null,
    actions,
    serial: actions.includes('replaced') ? fields.serial || null : null,
    reason: fields.reason.trim() || null,
    photos,
  };
}

/** A call that is kept for later counts as done. */
const acceptKept = (error: unknown): void => {
  if (!(error instanceof RequestError && error.kept)) throw error;
};

/** The input of a line, and how it is saved: its photos first, which it names. */
export function useLine(visit: { id: number; number: string }, trap: VisitedTrap, onSaved: () => void) {
  const t = useText();
  const params = { id: visit.id };
  const keeps = () => ({
    title: t('checkOf', { trap: trapLabel(trap) }),
    record: visit.number,
    of: waitingVisit(visit.id),
  });
  const prove = useAction(api.visitProof.add, { keeps });
  const add = useAction(api.visit.line, { keeps });
  const [fields, setFields] = useState(empty);
  const [faults, setFaults] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [beganAt] = useState(() => new Date().toISOString());

  async function save(): Promise<void> {
    const now = new Date().toISOString();
    const proofs = fields.photos.map((file) => ({ clientId: crypto.randomUUID(), file }));
    const ids = proofs.map(({ clientId }) => clientId);
    const line = newLine.safeParse(lineOf(fields, trap.id, ids, { beganAt, at: now }));
    setFaults(new Set(line.error?.issues.map(({ path }) => String(path[0]))));
    if (!line.success) return;
    setBusy(true);
    try {
      for (const { clientId, file } of proofs)
        await prove.ask({ params, body: { clientId, kind: 'photo', doneAt: now, file } }).catch(acceptKept);
      await add.ask({ params, body: { lines: [line.data] } }).catch(acceptKept);
      onSaved();
    } catch (error) {
      // The client has already shown a refusal.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setBusy(false);
    }
  }
  return {
    fields,
    set: (part: Partial<LineFields>) => setFields((before) => ({ ...before, ...part })),
    faultOf: (field: keyof LineFields) => (faults.has(field) ? t('validation.needed') : undefined),
    busy,
    save,
  };
}
export type Line = ReturnType<typeof useLine>;
