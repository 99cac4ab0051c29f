import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { clearPaper, drawName, drawStrokes, isSigned, type Point, pointOn } from './draw-signature.ts';
import { canvasFile } from './shrink-photo.ts';

/** A signature as a picture. `name` is what was typed instead of drawn; empty if it was drawn. */
export type Signature = { file: File; name: string };

/** Adds the lines of one pointer to the strokes. `onDrawn` is called after each part of a line, and when it has ended. */
function usePen(strokes: RefObject<Point[][]>, onDrawn: (ended: boolean) => void) {
  const pointer = useRef<number | null>(null);
  function end({ pointerId }: PointerEvent): void {
    if (pointerId !== pointer.current) return;
    pointer.current = null;
    onDrawn(true);
  }
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.button !== 0 || pointer.current !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = event.pointerId;
      strokes.current.push([pointOn(event.currentTarget, event)]);
      onDrawn(false);
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      if (event.pointerId !== pointer.current) return;
      // Fast lines have several points between two frames.
      const passed = event.nativeEvent.getCoalescedEvents?.() ?? [];
      const points = (passed.length > 0 ? passed : [event]).map((one) => pointOn(event.currentTarget, one));
      strokes.current.at(-1)?.push(...points);
      onDrawn(false);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** The paper of a signature: what is drawn or typed on it becomes the value. */
export function usePaper(value: Signature | null, onChange: (value: Signature | null) => void) {
  const sheet = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Point[][]>([]);
  /** The value that this paper gave; another one comes from outside. */
  const given = useRef<Signature | null | undefined>(undefined);
  /** Pictures are made one after the other; only that of the last change counts. */
  const change = useRef(0);
  const report = useRef(onChange);
  const [typed, setTyped] = useState(value?.name ?? '');

  const context = () => sheet.current?.getContext('2d') ?? null;
  const redraw = (draw: (context: CanvasRenderingContext2D) => void) => {
    const on = context();
    if (!on) return;
    clearPaper(on);
    draw(on);
  };
  const give = (next: Signature | null) => {
    given.current = next;
    report.current(next);
  };
  async function givePicture(name: string): Promise<void> {
    const mine = ++change.current;
    if (!sheet.current) return;
    const file = await canvasFile(sheet.current, 'signature.png', 'image/png');
    if (mine === change.current) give({ file, name });
  }

  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    if (value === given.current) return;
    given.current = value;
    strokes.current = [];
    setTyped(value?.name ?? '');
    const mine = ++change.current;
    const on = sheet.current?.getContext('2d');
    if (on) clearPaper(on);
    if (!value || !on) return;
    createImageBitmap(value.file).then(
      (picture) => mine === change.current && on.drawImage(picture, 0, 0, on.canvas.width, on.canvas.height),
      (error: unknown) => console.warn('A signature could not be shown', error),
    );
  }, [value]);

  const pen = usePen(strokes, (ended) => {
    setTyped('');
    redraw((on) => drawStrokes(on, strokes.current));
    if (ended && isSigned(strokes.current)) void givePicture('');
  });
  return {
    sheet,
    typed,
    pen,
    type(name: string) {
      strokes.current = [];
      setTyped(name);
      redraw((on) => drawName(on, name.trim()));
      if (name.trim()) void givePicture(name.trim());
      else {
        change.current += 1;
        give(null);
      }
    },
    clear() {
      strokes.current = [];
      change.current += 1;
      setTyped('');
      redraw(() => undefined);
      give(null);
    },
  };
}
