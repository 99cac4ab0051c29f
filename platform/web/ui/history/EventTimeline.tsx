import { Timeline } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { IconProps } from '../../shell/navigation/icons.ts';
import { iconSizes } from '../../theme.ts';
import { Ago } from '../time/Ago.tsx';
import classes from './EventTimeline.module.css';

export type TimelineEvent = {
  id: string | number;
  at: string;
  /** The event, as a sentence. */
  title: string;
  /** The name of the person who caused it. */
  actor?: string;
  icon?: ComponentType<IconProps>;
  text?: ReactNode;
};

/** A timeline of events, each with its actor and time. */
export function EventTimeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <Timeline bulletSize={28} lineWidth={2} active={-1}>
      {events.map(({ id, at, title, actor, icon: Icon, text }) => (
        <Timeline.Item key={id} title={title} bullet={Icon ? <Icon size={iconSizes.sm} aria-hidden /> : undefined}>
          {text && <div className={classes.text}>{text}</div>}
          <div className={classes.meta}>
            {actor && <bdi>{actor}</bdi>}
            <Ago at={at} />
          </div>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
