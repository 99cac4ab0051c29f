import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '../../i18n/i18n.ts';
import { expectAccessible } from '../../test-axe.ts';
import { show } from '../../test-render.tsx';
import { type BoardColumn, ColumnBoard } from './ColumnBoard.tsx';

type Card = { id: number; name: string; column: string };
const columns: readonly BoardColumn[] = [
  { id: 'draft', title: 'Draft' },
  { id: 'assigned', title: 'Assigned' },
  { id: 'done', title: 'Done' },
];

function Board({ refuses, moves }: { refuses: boolean; moves: string[] }) {
  const [cards, setCards] = useState<readonly Card[]>([
    { id: 1, name: 'Water', column: 'draft' },
    { id: 2, name: 'Fridge', column: 'assigned' },
  ]);
  return (
    <main style={{ height: 400 }}>
      <ColumnBoard<Card>
        label="Jobs"
        columns={columns}
        rows={cards}
        columnOf={({ column }) => column}
        nameOf={({ name }) => name}
        mayMove={({ column }, to) => !(column === 'draft' && to === 'done')}
        moveTo={async (row, to) => {
          moves.push(`${row.name} ${to}`);
          if (refuses) throw new Error('refused');
          setCards((before) => before.map((one) => (one.id === row.id ? { ...one, column: to } : one)));
        }}
        card={({ name }) => <a href="/card">{name}</a>}
      />
    </main>
  );
}

const card = (name: string) => page.getByRole('article', { name });
const inColumn = (title: string, name: string) =>
  page.getByRole('region', { name: title }).getByRole('article', { name });
/** Where the next column is. */
const onward: Record<Language, string> = { en: '{ArrowRight}', ar: '{ArrowLeft}' };

const announced = (key: string, column: string) =>
  expect.element(page.getByText(text('columns', key, { name: 'Water', column }))).toBeInTheDocument();

/** Keys that are pressed before a card is lifted, or while one is still on its way back, do nothing. */
async function lift() {
  const element = card('Water').element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard(' ');
  await announced('lifted', 'Draft');
}

describe.each(languages)('a board of columns in %s', (language: Language) => {
  test('moves a card to the next column by keyboard', async () => {
    const moves: string[] = [];
    await show(language, <Board refuses={false} moves={moves} />);
    await expect.element(inColumn('Draft', 'Water')).toBeVisible();
    await expectAccessible();
    await lift();
    await userEvent.keyboard(onward[language]);
    await announced('over', 'Assigned');
    await userEvent.keyboard(' ');
    await expect.poll(() => moves).toEqual(['Water assigned']);
    await expect.element(inColumn('Assigned', 'Water')).toBeVisible();
  });

  test('puts a card back that was refused, and one that was let go', async () => {
    const moves: string[] = [];
    await show(language, <Board refuses moves={moves} />);
    await lift();
    await userEvent.keyboard(onward[language]);
    await announced('over', 'Assigned');
    await userEvent.keyboard('{Escape}');
    await announced('putBack', 'Draft');
    await expect.element(inColumn('Draft', 'Water')).toBeVisible();
    expect(moves).toEqual([]);
    await lift();
    await userEvent.keyboard(onward[language]);
    await announced('over', 'Assigned');
    await userEvent.keyboard(' ');
    await expect.poll(() => moves).toEqual(['Water assigned']);
    await expect.element(inColumn('Draft', 'Water')).toBeVisible();
  });
});
