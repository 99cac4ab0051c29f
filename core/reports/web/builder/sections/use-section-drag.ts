import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { DraftSection } from '../draft.ts';
import type { Target } from './section-moves.ts';

/** How far a pointer moves before it drags, in pixels: less is a click. */
const slack = 6;
/** The part of a card, above and below, on which a section gets a row of its own. */
const edgeShare = 0.28;
const scrollEdge = 60;
const scrollStep = 12;

/** The line that shows where a section would be put, within the list. */
export type DropLine = { left: number; top: number; width: number; height: number };
type Drag = { section: DraftSection; target: Target | null; line: DropLine | null };
type Point = { x: number; y: number };

type Card = { row: number; place: number; rect: DOMRect };

const cardsIn = (list: HTMLElement): Card[] =>
  [...list.querySelectorAll<HTMLElement>('[data-card]')].map((card) => ({
    row: Number(card.dataset.row),
    place: Number(card.dataset.place),
    rect: card.getBoundingClientRect(),
  }));

const lineThickness = 3;

/** Where a section would be put that is dropped at a point. */
function targetAt(list: HTMLElement, { x, y }: Point, mirrored: boolean): Pick<Drag, 'target' | 'line'> {
  const bounds = list.getBoundingClientRect();
  if (x < bounds.left - scrollEdge || x > bounds.right + scrollEdge) return { target: null, line: null };
  const cards = cardsIn(list);
  const across = (row: number, top: number): Pick<Drag, 'target' | 'line'> => ({
    target: { row, place: null },
    line: { left: 0, top: top - bounds.top - lineThickness, width: bounds.width, height: lineThickness },
  });
  const inRow = cards.filter(({ rect }) => y >= rect.top && y <= rect.bottom);
  const [first] = inRow;
  if (!first) {
    const below = cards.find(({ rect }) => rect.top > y);
    const last = cards.at(-1);
    return below ? across(below.row, below.rect.top) : across((last?.row ?? -1) + 1, last?.rect.bottom ?? bounds.top);
  }
  const share = (y - first.rect.top) / first.rect.height;
  if (share < edgeShare) return across(first.row, first.rect.top);
  if (share > 1 - edgeShare) return across(first.row + 1, first.rect.bottom + lineThickness);
  const isPast = ({ rect }: Card) => (mirrored ? x < rect.left + rect.width / 2 : x > rect.left + rect.width / 2);
  const place = inRow.filter(isPast).length;
  const { rect } = inRow[place] ?? inRow[place - 1] ?? first;
  const isAtEnd = place === inRow.length;
  const side = isAtEnd === mirrored ? rect.left : rect.right;
  return {
    target: { row: first.row, place },
    line: { left: side - bounds.left - 1, top: rect.top - bounds.top, width: lineThickness, height: rect.height },
  };
}

/** Drags sections with a pointer: those of the list, and new ones of the catalogue. */
export function useSectionDrag(
  list: RefObject<HTMLElement | null>,
  { mirrored, onDrop }: { mirrored: boolean; onDrop(section: DraftSection, target: Target): void },
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begun = useRef<{ section: () => DraftSection; at: Point } | null>(null);
  const dragged = useRef<Drag | null>(null);
  const current = useRef({ mirrored, onDrop });
  current.current = { mirrored, onDrop };

  useEffect(() => {
    const show = (next: Drag | null) => {
      dragged.current = next;
      setDrag(next);
    };
    const stop = () => {
      begun.current = null;
      show(null);
    };
    const move = (event: PointerEvent) => {
      const at = { x: event.clientX, y: event.clientY };
      if (!begun.current || !list.current) return;
      const far = Math.hypot(at.x - begun.current.at.x, at.y - begun.current.at.y) > slack;
      if (!dragged.current && !far) return;
      event.preventDefault();
      if (at.y < scrollEdge) window.scrollBy(0, -scrollStep);
      if (at.y > window.innerHeight - scrollEdge) window.scrollBy(0, scrollStep);
      const section = dragged.current?.section ?? begun.current.section();
      show({ section, ...targetAt(list.current, at, current.current.mirrored) });
    };
    const drop = () => {
      const done = dragged.current;
      if (done) swallowClick();
      stop();
      if (done?.target) current.current.onDrop(done.section, done.target);
    };
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && dragged.current) stop();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', cancel);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', cancel);
    };
  }, [list]);

  return {
    drag,
    /** Begins when the pointer moves on. With a finger only the grip drags: elsewhere it scrolls. */
    begin(event: ReactPointerEvent, section: () => DraftSection) {
      const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null;
      if (event.button !== 0 || (event.pointerType !== 'mouse' && !isGrip)) return;
      begun.current = { section, at: { x: event.clientX, y: event.clientY } };
    },
  };
}
export type SectionDrag = ReturnType<typeof useSectionDrag>;

/** The click that ends a drag chooses nothing. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  // Where the pointer was released elsewhere, no click follows.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
