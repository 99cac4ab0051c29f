import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Names and values about one thing. */
export function Facts({ title, items }: { title?: string; items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Paper withBorder radius="lg" className={classes.facts}>
      {title && (
        <Title order={2} size="h3" className={classes.title}>
          {title}
        </Title>
      )}
      <dl>
        {items.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
