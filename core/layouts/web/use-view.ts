import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { bounded, fitted, type Size, type Spot, spotAt, type View, zoomedAbout } from './plan-math.ts';

const keySteps: Record<string, number> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, _: 1 / 1.5 };
const wheelStep = 0.0015;
/** Movements below this distance in pixels are taps. */
const tapSlack = 6;

/** Panning and zooming of a picture by pointer, wheel, two fingers and keys. */
export function useView(picture: Size, onTap: (spot: Spot) => void) {
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const stage = { width, height };
  const fit = fitted(stage, picture);
  const [wanted, setWanted] = useState<View>({ zoom: 1, x: 0, y: 0 });
  const view = bounded(wanted, stage, fit);
  const element = useRef<HTMLDivElement | null>(null);

  const now = useRef({ view, stage, fit });
  useEffect(() => {
    now.current = { view, stage, fit };
  });
  const zoomBy = useCallback((factor: number, at?: Spot) => {
    const { stage: room, fit: size } = now.current;
    const about = at ?? { x: room.width / 2, y: room.height / 2 };
    setWanted((before) => zoomedAbout(bounded(before, room, size), factor, about, room, size));
  }, []);
  const onStage = useCallback((client: { clientX: number; clientY: number }): Spot => {
    const box = element.current?.getBoundingClientRect();
    return { x: client.clientX - (box?.left ?? 0), y: client.clientY - (box?.top ?? 0) };
  }, []);
  const spotOf = useCallback(
    (client: { clientX: number; clientY: number }) => spotAt(onStage(client), now.current.view, now.current.fit),
    [onStage],
  );

  // React adds passive wheel listeners, which cannot prevent scrolling.
  useEffect(() => {
    const stageElement = element.current;
    if (!stageElement) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY * wheelStep), onStage(event));
    };
    stageElement.addEventListener('wheel', wheel, { passive: false });
    return () => stageElement.removeEventListener('wheel', wheel);
  }, [zoomBy, onStage]);

  const setRef = useCallback(
    (next: HTMLDivElement | null) => {
      element.current = next;
      measured(next);
    },
    [measured],
  );

  const moveBy = (by: Spot) =>
    setWanted((last) => bounded({ ...last, x: last.x + by.x, y: last.y + by.y }, stage, fit));
  const tap = (event: MouseEvent) => {
    const spot = spotOf(event);
    if (spot) onTap(spot);
  };
  const pointers = usePointers({ onStage, moveBy, zoomBy, onTap: tap });
  return {
    view,
    fit,
    ready: fit.width > 0,
    spotOf,
    zoomBy,
    showAll: () => setWanted({ zoom: 1, x: 0, y: 0 }),
    /** Handles a key; true if it was one of the view's. */
    onKey(key: string): boolean {
      const factor = keySteps[key];
      if (factor) zoomBy(factor);
      else if (key === '0') setWanted({ zoom: 1, x: 0, y: 0 });
      else return false;
      return true;
    },
    stageProps: { ref: setRef, ...pointers },
  };
}

type Gestures = {
  onStage(client: { clientX: number; clientY: number }): Spot;
  moveBy(by: Spot): void;
  zoomBy(factor: number, at: Spot): void;
  onTap(event: MouseEvent): void;
};

/** Pointer handlers of the stage: one pointer pans, two zoom, and one without movement taps. */
function usePointers({ onStage, moveBy, zoomBy, onTap }: Gestures) {
  const fingers = useRef(new Map<number, Spot>());
  const travelled = useRef(0);
  const release = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      if (fingers.current.size === 0) travelled.current = 0;
      fingers.current.set(event.pointerId, onStage(event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const at = onStage(event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, at);
      travelled.current += Math.hypot(at.x - before.x, at.y - before.y);
      const by = { x: at.x - before.x, y: at.y - before.y };
      if (!other) return moveBy(by);
      const distance = (a: Spot, b: Spot) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
      zoomBy(distance(at, other) / distance(before, other), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      moveBy({ x: by.x / 2, y: by.y / 2 });
    },
    onPointerUp: release,
    onPointerCancel: release,
    // On click instead of pointerup, because the following click would hit the placed marker.
    onClick(event: MouseEvent) {
      const { target, currentTarget } = event;
      const onPicture = target instanceof Element && currentTarget.contains(target) && !target.closest('a');
      if (onPicture && travelled.current <= tapSlack) onTap(event);
    },
  };
}
