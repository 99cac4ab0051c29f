import { type RefObject, useEffect, useRef } from 'react';
import { showFirstError } from '#platform/web/ui/form/first-error.ts';
import type { BuilderState } from '../use-builder.ts';
import { type BuilderTab, type Fault, sectionOf, tabOf } from './faults.ts';
import type { Rejection } from './use-save.ts';

type Options = { rejection: Rejection; builder: BuilderState; tab: string; setTab(tab: BuilderTab): void };

/** Opens what the first error of a rejection is about, and focuses its field once it is there. */
export function useShownFault(root: RefObject<HTMLElement | null>, { rejection, builder, tab, setTab }: Options): void {
  const newest = useRef({ builder, setTab });
  newest.current = { builder, setTab };
  const waiting = useRef<Fault | null>(null);
  useEffect(() => {
    const [first = null] = rejection.faults;
    waiting.current = first;
    if (!first) return;
    const key = sectionOf(first);
    newest.current.setTab(tabOf(first));
    if (key !== null) newest.current.builder.choose(key);
  }, [rejection]);
  // The address changes the tab, which takes longer than a render.
  useEffect(() => {
    const fault = waiting.current;
    if (!fault || !root.current) return;
    const key = sectionOf(fault);
    const isOpen = tab === tabOf(fault) && (key === null || builder.chosen === key);
    if (!isOpen) return;
    waiting.current = null;
    const settings = key === null ? null : root.current.querySelector<HTMLElement>('fieldset');
    if (!showFirstError(settings ?? root.current) && key !== null) builder.focus(key);
  });
}
