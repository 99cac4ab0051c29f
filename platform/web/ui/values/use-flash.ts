import { useEffect, useRef, useState } from 'react';

/** How long a changed cell stays lit. Source: 1-core.md §9. */
const flashMs = 5000;

/** True for a moment after the key changed, not at first. */
export function useFlash(key: string): boolean {
  const before = useRef(key);
  const [fresh, setFresh] = useState(false);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), flashMs);
    return () => clearTimeout(timer);
  }, [key]);
  return fresh;
}
