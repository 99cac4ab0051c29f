import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { messageTopic } from '../common/in-app-message.ts';

/** The live topic of the messages of each person. */
export const messageTopics: LiveTopics = {
  companies: [
    {
      name: messageTopic,
      concerns: ({ actor: { session } }, { data }) => (data as { userId: number }).userId === session.user.id,
    },
  ],
};
