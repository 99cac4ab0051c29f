import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A section of a page: a title, an element at the end of its line, and the content. */
export function Panel({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" className={classes.panel}>
      {(title || aside) && (
        <div className={classes.head}>
          {title && (
            <Title order={2} size="h3">
              {title}
            </Title>
          )}
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </Paper>
  );
}
