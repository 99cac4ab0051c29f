import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { checkResults, SlotToCheck } from '../../common/check.ts';
import { api, useText } from '../api.ts';

/** The name of a bay in kept changes. */
export const waitingBay = (id: number): string => `bay/${id}`;

/** The answer about a bay. Without a network it is kept with its photos and sent later, with its own time. */
export function useCheck(slot: SlotToCheck, onSaved: () => void) {
  const t = useText();
  const add = useAction(api.slotCheck.add, {
    invalidates: [api.slotCheck.toCheck],
    keeps: () => ({ title: t('check.of', { number: slot.number }), record: slot.number, of: waitingBay(slot.id) }),
  });
  const [result, setResult] = useState<(typeof checkResults)[number] | null>(null);
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<File[]>([]);
  // One that is sent again after a fault is the same one.
  const [clientId] = useState(() => crypto.randomUUID());
  async function save(): Promise<void> {
    if (result === null) return;
    const body = {
      ...{ clientId, at: new Date().toISOString(), stayFrom: slot.since, result },
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(photos.length > 0 ? { photos } : {}),
    };
    try {
      await add.ask({ params: { id: slot.id }, body });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // The client has already shown a refusal; a call that is kept for later counts as done.
      if (!error.kept) return;
    }
    onSaved();
  }
  return { result, setResult, note, setNote, photos, setPhotos, save, busy: add.pending };
}
