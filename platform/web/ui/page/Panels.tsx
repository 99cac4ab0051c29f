import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** Panels one below the other, or sideBySide each other where the window is wide enough. */
export function Panels({ sideBySide = false, children }: { sideBySide?: boolean; children: ReactNode }) {
  return <div className={sideBySide ? classes.beside : classes.below}>{children}</div>;
}
