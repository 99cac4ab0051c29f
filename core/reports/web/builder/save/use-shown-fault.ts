import { type RefObject, useEffect, useRef } from 'react';
import { showFirstError } from '#platform/web/ui/form/first-error.ts';
import type { BuilderState } from '../use-builder.ts';
import { type BuilderTab, sectionOf, tabOf } from './faults.ts';
import type { Rejection } from './use-save.ts';

type Options = { rejection: Rejection; builder: BuilderState; setTab(tab: BuilderTab): void };

/** Opens what the first error of a rejection is about, and focuses its field. */
export function useShownFault(root: RefObject<HTMLElement | null>, { rejection, builder, setTab }: Options): void {
  const newest = useRef({ builder, setTab });
  newest.current = { builder, setTab };
  useEffect(() => {
    const [first] = rejection.faults;
    if (!first) return;
    const { builder: now, setTab: open } = newest.current;
    const tab = tabOf(first);
    const key = sectionOf(first);
    if (tab) open(tab);
    if (key !== null) now.choose(key);
    // The field is there once its tab and its section are open.
    const frame = requestAnimationFrame(() => {
      if (!root.current) return;
      const settings = key === null ? null : root.current.querySelector<HTMLElement>('fieldset');
      if (!showFirstError(settings ?? root.current) && key !== null) now.focus(key);
    });
    return () => cancelAnimationFrame(frame);
  }, [rejection, root]);
}
