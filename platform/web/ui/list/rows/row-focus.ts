/** Moves the focus between rows by arrow keys, Home and End. Returns false for other keys. */
export function moveFocus(row: HTMLElement, key: string): boolean {
  const rows = [...(row.parentElement?.children ?? [])] as HTMLElement[];
  const at = rows.indexOf(row);
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    Home: rows[0],
    End: rows.at(-1),
  };
  if (!(key in targets)) return false;
  const next = targets[key];
  if (!next) return true;
  for (const one of rows) one.tabIndex = one === next ? 0 : -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Moves the focus to the current row of the page's table. Returns false if the page has none. */
export function focusRows(): boolean {
  const row = document.querySelector<HTMLElement>('main tbody tr[tabindex="0"]');
  row?.focus();
  return row !== null;
}
