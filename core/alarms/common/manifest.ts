import type { z } from 'zod';

/** An input of the form of an action. */
export type ActionField = (
  | { kind: 'text'; maxLength: number }
  | { kind: 'number'; min: number; max: number; unit?: string }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'boolean' }
) & { optional?: true };

/** An action of people on an alarm: `POST {path}/{id}/{name}`. The locales name it under `actions.<name>`. */
export type AlarmAction = {
  /** What it takes in addition to the comment; other keys are refused. The browser does not get it. */
  body?: z.ZodObject;
  /** The inputs for the body; the locales name them under `actionFields.<key>`, and options under `values.<key>.<option>`. */
  fields?: Readonly<Record<string, ActionField>>;
  /** The ability that it requires; by default the one of its name. */
  ability?: string;
  /** By default a comment is optional. It may be needed for some options of a field only. */
  comment?: 'needed' | { field: string; is: readonly string[] };
  /** The person is asked before it is sent. */
  confirm?: true;
  /** It closes the alarm, and its body is the outcome of the alarm. */
  closes?: 'terminated' | 'rejected';
  /** It is possible only after the alarm was acknowledged. */
  after?: 'acknowledged';
  /** It is possible on alarms of this rank and more urgent ones only after they were acknowledged; others get the error. */
  takenFirst?: { upToRank: number; error: string };
  /** It is possible only on alarms of these kinds; by default on all of the class. */
  kinds?: readonly string[];
  /** The roles of companies that may do it; by default the one that has the desk, and all may acknowledge and comment. */
  by?: readonly string[] | 'all';
  /** The roles of companies that may not do it, although they have the desk. */
  notBy?: readonly string[];
  /** The roles of companies to which the app offers it by a part of its own, in place of a button. */
  ownControl?: readonly string[];
  /** The key that begins it, next to those of the standard actions: `p`. */
  key?: string;
  /** The name of its event in the timeline, by default its own; the locales have a text under `events`. */
  event?: string;
};

/** A class of alarms with its own abilities, calls and pages. */
export type AlarmClass = {
  /** The collection of its calls: `/alarm/operational`. */
  path: string;
  /** The app's page of open alarms, a saved filter of those of all apps (`alarmsOfApp`); `?alarm=<id>` opens one. Mails link to it. */
  page: string;
  /** The app's page of closed alarms. */
  historyPage?: string;
  /** The actions on open alarms by name. Actions that are not standard ones (`standard`) have handlers in the app. */
  actions: Readonly<Record<string, AlarmAction>>;
  /** What a comment can be marked as; the locales have a text under `marks`. */
  marks?: readonly string[];
  /** The roles of the companies that use a mark; by default all of them. */
  markedBy?: Readonly<Record<string, readonly string[]>>;
  /** The roles of the companies that an alarm can have, first that of its owner. Without them it has one company. */
  parties?: readonly [owner: string, ...others: string[]];
  /**
   * The error of actions that only the desk may take, by the role of the company that has it; by default
   * `alarm-action-not-allowed`.
   */
  deskErrors?: Readonly<Record<string, string>>;
  /** People with one of these roles of the app see only the alarms that were escalated to them, and administrators all. */
  seenBy?: { appRoles: readonly string[]; only: 'escalated' };
  /**
   * Its open alarms are a queue in which each waits for a person: by default the most urgent come first, also before
   * unacknowledged ones, and people are notified of those whose condition has cleared.
   */
  queue?: true;
  /** An alarm ends by itself when its condition clears; otherwise it stays open for a person. */
  endsWhenCleared?: true;
  /**
   * Many things may have such alarms at once, such as all on one network: a person gets one message about them in five
   * minutes. Those less severe than a problem wait for the others, and are not mentioned if they have ended by then.
   */
  notifiedTogether?: true;
  /** It is about the devices themselves, not about what they measure: rules raise it without a subscription, and it is counted apart. */
  technical?: true;
};

export type AlarmKind = {
  class: string;
  /** 1 to 9, 1 is the most urgent: open alarms are sorted by it before their severity. By default 3. */
  rank?: number;
  /** The first escalation step is taken when it is raised, and the others correspondingly earlier. */
  escalatesAtOnce?: true;
};

/**
 * A subject of alarms other than a device. The locales name it under `subjects.<type>`. The class of its alarms decides
 * who may read them; alarms of subjects outside any structure require the ability for all structures.
 */
export type AlarmSubject = {
  /** The app's page of the subject, with `{id}`. */
  page?: string;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    alarmClasses?: Readonly<Record<string, AlarmClass>>;
    alarms?: Readonly<Record<string, AlarmKind>>;
    alarmSubjects?: Readonly<Record<string, AlarmSubject>>;
  }
}
