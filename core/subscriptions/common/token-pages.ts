/** The usual path of the subscriptions of one app, in its own pages. */
export const tokensPath = 'devices/tokens';
/** The subscriptions of all apps, in the one app that mounts this page. */
export const allTokensPath = 'tokens/list';
