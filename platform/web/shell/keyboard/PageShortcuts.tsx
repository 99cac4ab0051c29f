import { Suspense, useEffect, useState } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { focusRows, moveFocus } from '../../ui/list/rows/row-focus.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import { openPalette } from '../search/palette-requests.ts';
import { listenForShortcuts, useShortcut } from './shortcuts.ts';

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog));

/** Focuses the search box of the page, otherwise opens the search of everything. */
function search(): void {
  const box = document.querySelector<HTMLElement>('main [role="searchbox"]');
  if (box) box.focus();
  else openPalette();
}

/** Moves the focus to the next or previous row of the page's table; first to its current row. */
function moveRow(key: 'ArrowDown' | 'ArrowUp'): void {
  const focused = document.activeElement?.closest<HTMLElement>('main tbody tr[tabindex]');
  if (focused) moveFocus(focused, key);
  else focusRows();
}

/** The shortcuts of every page, and the list of all that are in force. */
export function PageShortcuts() {
  const t = useKitText();
  const [shown, setShown] = useState(false);
  useEffect(listenForShortcuts, []);
  useShortcut('?', t('shortcuts.help'), () => setShown(true));
  useShortcut('/', t('shortcuts.search'), search);
  useShortcut('j', t('shortcuts.nextRow'), () => moveRow('ArrowDown'));
  useShortcut('k', t('shortcuts.previousRow'), () => moveRow('ArrowUp'));
  if (!shown) return null;
  return (
    <Suspense>
      <ShortcutsDialog onClose={() => setShown(false)} />
    </Suspense>
  );
}
