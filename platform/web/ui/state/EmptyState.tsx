import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

export type EmptyDrawing =
  | 'list'
  | 'search'
  | 'error'
  | 'chart'
  | 'map'
  | 'bell'
  | 'log'
  | 'request'
  | 'job'
  | 'calendar';

const drawings: Record<EmptyDrawing, ReactNode> = {
  list: <path d="M30 34h60M30 52h60M30 70h36M18 34h.1M18 52h.1M18 70h.1M88 78l8 8 14-16" />,
  search: <path d="M54 30a24 24 0 1 0 0 48 24 24 0 0 0 0-48zM72 72l22 22M46 54h16" />,
  error: <path d="M60 22 100 92H20zM60 46v22M60 80h.1" />,
  chart: <path d="M22 24v68h78M32 78l18-22 14 12 16-26 16 12" />,
  map: <path d="M22 34l24-10 28 10 24-10v60L74 94 46 84 22 94zM46 24v60M74 34v60" />,
  bell: <path d="M60 22c-16 0-24 12-24 26v16l-8 14h64l-8-14V48c0-14-8-26-24-26zM52 88a8 8 0 0 0 16 0" />,
  log: <path d="M34 22h40l14 14v58H34zM74 22v14h14M46 52h30M46 66h30M46 80h18" />,
  request: <path d="M22 34h76v48H22zM22 36l38 28 38-28" />,
  job: <path d="M28 40h64v50H28zM46 40V28h28v12M28 62h64M60 58v10" />,
  calendar: <path d="M26 30h68v62H26zM26 48h68M42 22v16M78 22v16M44 64h.1M60 64h.1M76 64h.1M44 78h.1M60 78h.1" />,
};

/** An empty state: an illustration, a title, a text and an action. `isPage`: the title is the heading of the page. */
export function EmptyState({
  title,
  text,
  drawing = 'list',
  action,
  isPage = false,
}: {
  title: string;
  text?: string;
  drawing?: EmptyDrawing;
  action?: ReactNode;
  isPage?: boolean;
}) {
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 120 116" className={classes.drawing} aria-hidden="true">
        <circle cx="60" cy="58" r="54" className={classes.ground} />
        {drawings[drawing]}
      </svg>
      <Text component={isPage ? 'h1' : 'p'} fw={600}>
        {title}
      </Text>
      {text && (
        <Text c="dimmed" size="sm" maw="46ch">
          {text}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
