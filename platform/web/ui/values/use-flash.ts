import { useEffect, useRef, useState } from 'react';

/** The duration of the highlight. */
const flashMs = 5000;

/** True for 5 s after the key changes, but not at first. */
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
