import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** Panels below each other, or side by side in a wide window. */
export function Panels({ sideBySide = false, children }: { sideBySide?: boolean; children: ReactNode }) {
  return <div className={sideBySide ? classes.sideBySide : classes.below}>{children}</div>;
}
