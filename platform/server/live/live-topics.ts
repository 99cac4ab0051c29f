import type { Context } from '../serve.ts';
import type { LiveEvent } from './live.ts';

/** The subscriber of a topic, with the context of the guard. */
export type Viewer = Pick<Context, 'kit' | 'actor' | 'may'>;

/** A topic of all records of a type in the caller's companies: `alarms`. */
export type CompanyTopic = {
  name: string;
  /** Its events are for single people, whom `concerns` decides, so guests follow it as well. */
  guests?: true;
  /** Whether an event of the caller's companies is for the caller. */
  concerns(viewer: Viewer, event: LiveEvent): boolean;
};

/** Topics of records: `device:12`, or of all devices of a place, `floor:3`. */
export type RecordTopics = {
  /** The parts before the colon. */
  names: readonly string[];
  /**
   * The permitted topics of the requested ids: the topic that a slice publishes → the topics that the page subscribed
   * to. Called again while a stream is open.
   */
  follow(viewer: Viewer, ids: Readonly<Record<string, readonly number[]>>): Promise<Map<string, string[]>>;
  /** Whether an event is also delivered under another topic than its own. */
  passes(event: LiveEvent): boolean;
};

/** The live topics of a slice. */
export type LiveTopics = { companies?: readonly CompanyTopic[]; records?: readonly RecordTopics[] };
