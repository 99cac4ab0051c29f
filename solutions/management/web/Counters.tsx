import { Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import classes from './Management.module.css';

export type Counter = {
  name: string;
  /** Null where it may not be counted. */
  count: number | null;
  /** The list of what is counted. */
  to: string;
  /** More than none needs attention. */
  alert?: boolean;
};

/** Numbers that lead to their lists. */
export function Counters({ label, of }: { label: string; of: readonly Counter[] }) {
  const { number } = useFormats();
  return (
    <ul className={classes.counters} aria-label={label}>
      {of.map(({ name, count, to, alert }) => (
        <li key={name}>
          <Paper
            component={Link}
            to={to}
            withBorder
            radius="lg"
            p="md"
            c="inherit"
            td="none"
            className={classes.counter}
            data-alert={(alert && count !== null && count > 0) || undefined}
          >
            <Text size="sm" c="dimmed">
              {name}
            </Text>
            <span className={classes.number}>{count === null ? '–' : number(count)}</span>
          </Paper>
        </li>
      ))}
    </ul>
  );
}
