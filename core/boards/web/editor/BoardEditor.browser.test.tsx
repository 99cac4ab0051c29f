import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { isMirrored, show } from '#platform/web/test-render.tsx';
import { boards } from '../../app.ts';
import type { Board } from '../../common/board.ts';
import { GridCards } from './BoardEditor.tsx';
import { useUndo } from './use-board-editor.ts';

const app = boards as unknown as AppManifest;
const widgets: Board['widgets'] = [
  { kind: 'first', x: 0, y: 0, w: 6, h: 1, options: {} },
  { kind: 'second', x: 10, y: 0, w: 6, h: 1, options: {} },
];

function Editor() {
  const { widgets: edited, change, undo, canUndo } = useUndo(() => widgets.map((widget, key) => ({ ...widget, key })));
  return (
    <>
      <button type="button" onClick={undo} disabled={!canUndo}>
        undo
      </button>
      <output data-testid="places">{edited.map(({ x, y, w, h }) => [x, y, w, h].join()).join(' ')}</output>
      <GridCards app={app} widgets={edited} change={change} onPanel={() => undefined} onRemove={() => undefined} />
    </>
  );
}

const places = () => page.getByTestId('places');
const card = (kind: string) => document.querySelector<HTMLElement>(`[data-widget="${kind}"]`);
/** Focuses the handle of a widget. */
const focus = async (kind: string) => {
  await expect.poll(() => card(kind)).not.toBeNull();
  card(kind)?.querySelector<HTMLElement>('[data-handle]')?.focus();
};
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
};

describe.each(languages)('a board in %s', (language) => {
  const [forward, back] = isMirrored(language) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];

  test('Enter picks a widget up, arrows move it in the reading direction, Esc drops it', async () => {
    await show(language, <Editor />);
    await focus('first');
    await press(forward, 'Enter', forward, forward, 'ArrowDown');
    await expect.element(places()).toHaveTextContent('2,1,6,1 10,0,6,1');
    await press(back, 'Escape', forward);
    await expect.element(places()).toHaveTextContent('1,1,6,1 10,0,6,1');
  });

  test('Shift with arrows resizes the held widget', async () => {
    await show(language, <Editor />);
    await focus('first');
    await press('Enter', `Shift>}{${forward}}{/Shift`, 'Shift>}{ArrowDown}{/Shift');
    await expect.element(places()).toHaveTextContent('0,0,7,2 10,0,6,1');
  });

  test('a change is undone, up to twenty of them', async () => {
    await show(language, <Editor />);
    await focus('first');
    await press('Enter', ...Array.from({ length: 22 }, () => 'ArrowDown'));
    await expect.element(places()).toHaveTextContent('0,22,6,1');
    const undo = page.getByRole('button', { name: 'undo' });
    for (let n = 0; n < 20; n++) await undo.click();
    await expect.element(places()).toHaveTextContent('0,2,6,1');
    await expect.element(undo).toBeDisabled();
  });

  test('the first column is at the start of the reading direction', async () => {
    await show(language, <Editor />);
    await expect.poll(() => card('second')).not.toBeNull();
    const left = (kind: string) => card(kind)?.getBoundingClientRect().left ?? 0;
    expect(left('first') < left('second')).toBe(!isMirrored(language));
  });
});
