export { type Feed, feedFinder, feedFor, feedOf, renewFeed, revokeFeeds } from './feeds.ts';
