import { expect, test } from 'vitest';
import { type ImportReply, importPartSize } from '#platform/common/import.ts';
import { type CheckedLine, type Outcomes, sendCheckedLines } from './send-checked-lines.ts';

const lines = Array.from({ length: importPartSize + 50 }, (_, at): CheckedLine => ({ name: `N${at}` }));
const created = { outcome: 'created' as const, errors: [] };
const refused = (msg: string) => ({ outcome: 'refused' as const, errors: [{ param: 'name', msg }] });

async function brought(
  checked: ImportReply,
  answer: (line: CheckedLine, there: ReadonlySet<string>) => ImportReply[number],
) {
  const sent: number[] = [];
  const there = new Set<string>();
  let outcomes: Outcomes = new Map();
  const send = async (part: CheckedLine[]) => {
    sent.push(part.length);
    return part.map((line) => {
      const one = answer(line, there);
      if (one.outcome !== 'refused') there.add(line.name as string);
      return one;
    });
  };
  await sendCheckedLines(lines, checked, send, (known) => {
    outcomes = known;
  });
  return { sent, outcomes };
}

test('lines that the check refused are not sent and keep their reasons, and parts stay within the limit of a call', async () => {
  const checked = lines.map((_, at) => (at === 280 ? refused('twiceInFile') : created));
  const { sent, outcomes } = await brought(checked, () => created);
  expect(sent).toEqual([importPartSize, 49]);
  expect(outcomes.size).toBe(lines.length);
  expect(outcomes.get(280)).toEqual(refused('twiceInFile'));
});

test('a line that depends on a later part is sent again', async () => {
  const { sent, outcomes } = await brought(
    lines.map(() => created),
    (line, there) => (line.name === 'N3' && !there.has('N290') ? refused('unknownName') : created),
  );
  expect(sent).toEqual([importPartSize, 50, 1]);
  expect(outcomes.get(3)).toEqual(created);
});

test('a line that stays refused is not sent again forever', async () => {
  const { sent, outcomes } = await brought(
    lines.map(() => created),
    (line) => (line.name === 'N3' ? refused('taken') : created),
  );
  expect(sent).toEqual([importPartSize, 50, 1]);
  expect(outcomes.get(3)).toEqual(refused('taken'));
});
