/** The size of a signature in pixels, whatever the size of the field. */
export const paper = { width: 1200, height: 400 } as const;
const ink = '#111';
const penWidth = 5;
/** Shorter lines, in pixels of the paper, are an accidental touch. */
const shortest = 60;

export type Point = { x: number; y: number };
export type Stroke = readonly Point[];

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const lengthOf = (stroke: Stroke) =>
  stroke.reduce((sum, point, at) => sum + distance(point, stroke[Math.max(0, at - 1)] ?? point), 0);

/** Whether the strokes can be a signature, and not just a touch. */
export const isSigned = (strokes: readonly Stroke[]): boolean =>
  strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= shortest;

/** The point of the paper under the pointer. */
export function pointOn(canvas: HTMLCanvasElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return { x: ((clientX - left) / width) * paper.width, y: ((clientY - top) / height) * paper.height };
}

export function clearPaper(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#fff';
  context.fillRect(0, 0, paper.width, paper.height);
}

/** Draws strokes as curves through the middles between their points, so that fast lines have no corners. */
export function drawStrokes(context: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  context.strokeStyle = ink;
  context.lineWidth = penWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) {
    const [first, ...rest] = stroke;
    if (!first) continue;
    context.beginPath();
    context.moveTo(first.x, first.y);
    let last = first;
    for (const point of rest) {
      context.quadraticCurveTo(last.x, last.y, (last.x + point.x) / 2, (last.y + point.y) / 2);
      last = point;
    }
    context.lineTo(last.x, last.y);
    context.stroke();
  }
}

/** Writes a typed name as large as fits. */
export function drawName(context: CanvasRenderingContext2D, name: string): void {
  const fontOf = (size: number) => `italic ${size}px cursive`;
  const most = 150;
  context.font = fontOf(most);
  const width = context.measureText(name).width;
  const room = paper.width * 0.9;
  context.font = fontOf(Math.min(most, (most * room) / Math.max(1, width)));
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, paper.width / 2, paper.height / 2);
}
