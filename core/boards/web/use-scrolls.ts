import { useEffect, useState } from 'react';

/**
 * Whether the content of an element is higher than the element, and whether some of it is below the visible part. Give
 * `ref` to the element.
 */
export function useScrolls(): { scrolls: boolean; below: boolean; ref(element: HTMLElement | null): void } {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [scrolls, setScrolls] = useState(false);
  const [below, setBelow] = useState(false);
  useEffect(() => {
    if (!element) return;
    const look = () => {
      const left = element.scrollHeight - element.clientHeight;
      setScrolls(left > 0);
      // Positions may be fractions of a pixel.
      setBelow(left - element.scrollTop > 1);
    };
    const size = new ResizeObserver(look);
    const content = new MutationObserver(look);
    size.observe(element);
    content.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
      content.disconnect();
    };
  }, [element]);
  return { scrolls, below, ref };
}
