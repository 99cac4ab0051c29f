import type { LiveEvent } from './live.ts';
import type { Context } from './serve.ts';

/** Who follows a topic, as the guard judges them. */
export type Viewer = Pick<Context, 'kit' | 'actor' | 'may'>;

/** A topic of everything of one kind in the caller's companies: `alarms`. */
export type CompanyTopic = {
  name: string;
  /** Whether an event within the caller's companies is the caller's business. */
  concerns(viewer: Viewer, event: LiveEvent): boolean;
};

/** Topics of single records: `device:12`, or of all devices of a place, `floor:3`. */
export type RecordTopics = {
  /** The words before the colon. */
  names: readonly string[];
  /**
   * What the caller may follow of the ids asked for, by name: the topic under which a slice publishes → those under which
   * the page asked. It is asked again while a stream is open.
   */
  follow(viewer: Viewer, ids: Readonly<Record<string, readonly number[]>>): Promise<Map<string, string[]>>;
  /** Whether an event is told under another topic than its own; under its own it always is. */
  passes(event: LiveEvent): boolean;
};

/** What open pages may follow of a slice's records. */
export type LiveTopics = { companies?: readonly CompanyTopic[]; records?: readonly RecordTopics[] };
