import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import { Panel } from './Panel.tsx';

type Props = {
  title?: string;
  /** At the end of the title's line. */
  aside?: ReactNode;
  items: readonly (readonly [name: string, value: ReactNode])[];
};

/** A list of labels and values of a record. */
export function Facts({ items, ...panel }: Props) {
  return (
    <Panel {...panel}>
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
