import type { ReactNode } from 'react';
import classes from './Telemetry.module.css';

/** A list of figures, side by side. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={classes.totals}>{children}</dl>;

/** A name with its value in a list of figures, and a remark. */
export function Figure({ name, hint, children }: { name: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {hint && <dd className={classes.hint}>{hint}</dd>}
    </div>
  );
}
