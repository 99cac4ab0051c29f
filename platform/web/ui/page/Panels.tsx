import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** Panels one below the other, or beside each other where the window is wide enough. */
export function Panels({ beside = false, children }: { beside?: boolean; children: ReactNode }) {
  return <div className={beside ? classes.beside : classes.below}>{children}</div>;
}
