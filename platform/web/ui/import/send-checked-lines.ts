import { type ImportReply, importPartSize } from '#platform/common/import.ts';

export type CheckedLine = Record<string, string>;
export type Send = (lines: CheckedLine[]) => Promise<ImportReply>;
/** Line index → outcome, for the lines with a known outcome. */
export type Outcomes = ReadonlyMap<number, ImportReply[number]>;

/**
 * Sends the lines that a check of the whole file accepted, in parts and in order; refused lines keep their reasons.
 * Lines that a part refuses are sent again as long as other lines were accepted in between.
 */
export async function sendCheckedLines(
  lines: readonly CheckedLine[],
  checked: ImportReply,
  send: Send,
  show: (outcomes: Outcomes) => void,
): Promise<void> {
  const reply = new Map(checked.flatMap((one, at) => (one.outcome === 'refused' ? [[at, one] as const] : [])));
  const report = () => show(new Map(reply));
  let left = lines.map((_, at) => at).filter((at) => !reply.has(at));
  report();
  for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before; ) {
    before = left.length;
    for (let from = 0; from < before; from += importPartSize) {
      const part = left.slice(from, from + importPartSize);
      const answer = await send(part.map((at) => lines[at] as CheckedLine));
      part.forEach((at, nth) => {
        reply.set(at, answer[nth] as ImportReply[number]);
      });
      report();
    }
    left = left.filter((at) => reply.get(at)?.outcome === 'refused');
  }
}
