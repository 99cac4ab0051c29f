/** Prints in the light scheme, whatever scheme the page has: ink on paper. */
export function printLight(): void {
  const root = document.documentElement;
  const name = 'data-mantine-color-scheme';
  let shown: string | null = null;
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) {
      shown = root.getAttribute(name);
      root.setAttribute(name, 'light');
    } else if (shown !== null) {
      root.setAttribute(name, shown);
      shown = null;
    }
  });
}
