import type { ReactNode } from 'react';
import classes from './Metering.module.css';

/** Names with their values, side by side. */
export function Figures({ items }: { items: readonly { name: string; value: ReactNode; hint?: ReactNode }[] }) {
  return (
    <dl className={classes.figures}>
      {items.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {hint && <dd className={classes.hint}>{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
