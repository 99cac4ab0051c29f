import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import { Panel } from './Panel.tsx';

/** A list of labels and values of a record. */
export function Facts({
  title,
  items,
}: {
  title?: string;
  items: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <Panel {...(title ? { title } : {})}>
      <dl className={classes.facts}>
        {items.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
