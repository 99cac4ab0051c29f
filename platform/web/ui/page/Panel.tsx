import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A part of a page on its own surface: a title, something at the end of its line, and what it is about. */
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
