import { Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Bdi } from '../ui/values/Bdi.tsx';
import classes from './Gallery.module.css';
import { useGalleryText } from './texts.ts';

type State = 'empty' | 'filled' | 'error' | 'disabled' | 'loading' | 'default' | 'low' | 'none';

/** A component of the kit in its states. */
export function Example({ name, states }: { name: string; states: Partial<Record<State, ReactNode>> }) {
  const t = useGalleryText();
  return (
    <section className={classes.part}>
      <Title order={4} size="h4">
        <Bdi>{name}</Bdi>
      </Title>
      <div className={classes.states}>
        {(Object.entries(states) as [State, ReactNode][]).map(([state, shown]) => (
          <div key={state} className={classes.state} data-testid={`${name} ${state}`}>
            <Text size="xs" c="dimmed">
              {t(`states.${state}`)}
            </Text>
            {shown}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Holds the value of an input. */
export function Stateful<T>({
  initial,
  children,
}: {
  initial: T;
  children: (value: T, set: (next: T) => void) => ReactNode;
}) {
  const [value, set] = useState(initial);
  return children(value, (next) => set(next));
}
