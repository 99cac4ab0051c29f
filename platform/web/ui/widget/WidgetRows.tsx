import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { iconSizes } from '../../theme.ts';
import type { Tone } from '../values/severity.ts';
import classes from './Widget.module.css';

type RowsProps = {
  calm: string;
  /** An empty list is good news: the sentence has a check mark. */
  good?: boolean;
  /** The rows have a padding of their own. */
  bleed?: boolean;
  children: readonly ReactNode[];
};

/** The rows of a widget, or a reassuring sentence if there are none. */
export function WidgetRows({ calm, good = false, bleed = false, children }: RowsProps) {
  if (children.length === 0)
    return (
      <p className={classes.calm}>
        {good && <IconCircleCheck size={iconSizes.md} aria-hidden />}
        {calm}
      </p>
    );
  return (
    <ul className={classes.rows} data-bleed={bleed || undefined}>
      {children}
    </ul>
  );
}

type RowProps = { title: ReactNode; note?: ReactNode; start?: ReactNode; aside?: ReactNode };

/** A row of a widget: a title with a note below it, and elements at its start and end. */
export function WidgetRow({ title, note, start, aside }: RowProps) {
  return (
    <li className={classes.row}>
      {start}
      <div className={classes.main}>
        <div className={classes.title}>{title}</div>
        {note && <div className={classes.note}>{note}</div>}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </li>
  );
}

export const WidgetFigures = ({ children }: { children: ReactNode }) => <dl className={classes.figures}>{children}</dl>;

type FigureProps = {
  name: string;
  value: string;
  /** Only set if the value needs attention. */
  tone?: Tone | undefined;
  to?: string | undefined;
  note?: ReactNode;
};

/** A large number with its name and a note. */
export function WidgetFigure({ name, value, tone, to, note }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes.value} data-tone={tone}>
        {to ? (
          <Link to={to} aria-label={typeof value === 'string' ? `${name}: ${value}` : undefined}>
            <bdi>{value}</bdi>
          </Link>
        ) : (
          <bdi>{value}</bdi>
        )}
      </dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
