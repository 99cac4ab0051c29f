import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { type Layout, sameRatio } from '../common/layout.ts';
import { api } from './api.ts';
import type { Size } from './plan-math.ts';

/** The size of a picture; null if the browser cannot read it. The server checks it anyway. */
async function sizeOf(file: File): Promise<Size | null> {
  const bitmap = await createImageBitmap(file).catch((error: Error) => {
    if (error.name !== 'InvalidStateError') throw error;
    return null;
  });
  const size = bitmap && { width: bitmap.width, height: bitmap.height };
  bitmap?.close();
  return size;
}

/** `Ground floor.png` becomes `Ground floor`, with a number if the name is taken. */
export function freeName(file: string, taken: readonly string[]): string {
  const name =
    file
      .replace(/\.[^.]*$/, '')
      .trim()
      .slice(0, 72) || '1';
  const numbered = (at: number): string => {
    const wanted = at === 1 ? name : `${name} ${at}`;
    return taken.includes(wanted) ? numbered(at + 1) : wanted;
  };
  return numbered(1);
}

/** A selected replacement of a picture, before it is sent. */
export type Replacement = { layout: Layout; file: File; otherRatio: boolean };

/** Whether a picture was refused because the plan is not empty and its aspect ratio differs. */
const isOtherRatio = (error: unknown) => error instanceof RequestError && error.word === 'ratio-differs';

/** Uploads pictures of plans, with a text for refused ones. */
export function usePlanFiles(onAdded: (made: Layout) => void) {
  const { label, has } = useLabels('layouts');
  const [fault, setFault] = useState<string | null>(null);
  const create = useAction(api.layout.create, { onDone: onAdded });
  const update = useAction(api.layout.update);

  async function send(work: () => Promise<unknown>): Promise<boolean> {
    setFault(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const [first] = error.errors;
      error.shown = true;
      // The client has shown other errors as notifications.
      if (first) setFault(label(has(`validation.${first.msg}`) ? `validation.${first.msg}` : 'validation.invalid'));
      return false;
    }
  }
  return {
    fault,
    pending: create.pending || update.pending,
    add: (place: { structureId: number; floorId: number | null }, file: File, taken: readonly string[]) =>
      send(() => create.ask({ body: { ...place, name: freeName(file.name, taken), image: file } })),
    async checkPlan(layout: Layout, file: File): Promise<Replacement> {
      const size = await sizeOf(file);
      return { layout, file, otherRatio: layout.devices > 0 && size !== null && !sameRatio(layout, size) };
    },
    /** Resolves with the question that remains if something is on the plan that this page does not count; otherwise null. */
    async replace({ layout, file }: Replacement, devices?: 'keep' | 'clear'): Promise<Replacement | null> {
      let asked = false;
      await send(() =>
        update
          .ask({ params: { id: layout.id }, body: { image: file, ...(devices ? { devices } : {}) } })
          .catch((error: unknown) => {
            asked = isOtherRatio(error);
            if (!asked) throw error;
          }),
      );
      return asked ? { layout, file, otherRatio: true } : null;
    },
  };
}
