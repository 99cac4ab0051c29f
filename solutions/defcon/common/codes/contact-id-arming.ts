import { type ContactIdCode, type Effect, type GroupState, group, log, raise, type Way } from './effects.ts';

/** `1` is an opening and disarms, `3` is a closing and arms. */
const switched = (way: Way, state: Exclude<GroupState, 'disarmed'> = 'armed-away'): ContactIdCode => ({
  new: group('disarmed', way),
  restore: group(state, way),
});
const logged = (about: Effect['about']): ContactIdCode => ({ new: log(about), restore: log(about) });
/** For codes that mean the same as an opening and as a closing, because panels report them as either. */
const always = (effect: Effect): ContactIdCode => ({ new: effect, restore: effect });

/** The codes from 400 to 499 and those of makers for the same: arming, disarming, remote access and doors. */
export const contactIdArming: Readonly<Record<string, ContactIdCode>> = {
  '400': switched('user'),
  '401': switched('user'),
  '402': switched('user'),
  '403': switched('schedule'),
  // A late opening does not raise an alarm; a late closing has armed after all.
  '404': switched('user'),
  '405': switched('user'),
  '406': always({ ...log('user'), cancels: true }),
  '407': switched('remote'),
  '408': switched('quick'),
  '409': switched('key-switch'),
  '411': logged('user'),
  '412': logged('user'),
  '413': logged('user'),
  '414': logged('user'),
  '415': logged('user'),
  '416': logged('panel'),
  '421': logged('user'),
  '422': logged('user'),
  // A door that is forced open is somebody who breaks in.
  '423': { new: raise('intrusion', 'zone'), restore: { raises: null, clears: ['intrusion'], about: 'zone' } },
  '424': logged('user'),
  '425': logged('user'),
  '426': logged('panel'),
  '427': logged('panel'),
  '428': logged('panel'),
  '429': logged('user'),
  '430': logged('user'),
  '431': logged('user'),
  '432': logged('panel'),
  '433': logged('panel'),
  '434': logged('panel'),
  '435': logged('user'),
  '436': logged('user'),
  '441': switched('user', 'armed-stay'),
  '442': switched('key-switch', 'armed-stay'),
  // Outside of the schedule: an opening then raises an alarm, a closing only arms.
  '450': { new: group('disarmed', 'user', 'open-outside-schedule'), restore: group('armed-away') },
  '451': { new: group('disarmed', 'user', 'open-outside-schedule'), restore: group('armed-away') },
  '452': switched('user'),
  '453': logged('user'),
  '454': { new: raise('late-to-arm', 'user'), restore: log('user') },
  '455': { new: raise('arm-failed', 'user'), restore: log('user') },
  '456': switched('user', 'armed-stay'),
  '457': { new: raise('entry-exit-error', 'user'), restore: log('user') },
  '458': logged('user'),
  // An alarm shortly after arming: it arms nothing.
  '459': always(raise('intrusion', 'user')),
  '461': { new: raise('wrong-code', 'user'), restore: log('user') },
  '462': logged('user'),
  '463': switched('user'),
  '464': logged('user'),
  '465': logged('zone'),
  '466': logged('user'),
  '910': always(group('armed-away', 'schedule', 'forced-arm')),
  '911': always(group('armed-away', 'user', 'forced-arm')),
  '920': always(group('armed-away', 'user', 'entry-exit-error')),
};
