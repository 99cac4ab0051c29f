import { useEffect, useState } from 'react';

/** Whether the content of an element is higher than the element. Give `ref` to the element. */
export function useScrolls(): { scrolls: boolean; ref(element: HTMLElement | null): void } {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    if (!element) return;
    const look = () => setScrolls(element.scrollHeight > element.clientHeight);
    const size = new ResizeObserver(look);
    const content = new MutationObserver(look);
    size.observe(element);
    content.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      size.disconnect();
      content.disconnect();
    };
  }, [element]);
  return { scrolls, ref };
}
