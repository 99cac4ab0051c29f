import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import type { AccessMethod, NewGrant, notifyWays } from '../../common/grant.ts';
import { type AccessMode, accessModes } from '../../common/grant-state.ts';
import { readWindows } from '../calendar/drawn-windows.ts';

const hourMs = 3_600_000;

/** How each kind of access can be opened. */
export const methodsOf: Readonly<Record<AccessMode, readonly AccessMethod[]>> = {
  fulltime: ['app', 'pin', 'card'],
  scheduled: ['app', 'pin', 'card'],
  'public-temporary': ['link', 'pin'],
  onetime: ['link', 'pin'],
  'calendar-mode': ['app', 'pin', 'card', 'link'],
};
const named: readonly AccessMode[] = ['fulltime', 'scheduled', 'calendar-mode'];
/** Whether the kind of access is that of a person. */
export const isNamed = (mode: AccessMode): boolean => named.includes(mode);
/** Whether the kind of access may last for ever. */
export const mayLast = (mode: AccessMode): boolean => mode === 'fulltime' || mode === 'scheduled';

export type NotifyWay = (typeof notifyWays)[number];
/** Values of inputs of date and time, in the company's zone. */
export type Times = { from: string; to: string };

export type GrantDraft = Times & {
  mode: AccessMode;
  devices: readonly number[];
  methods: readonly AccessMethod[];
  /** The number of the card. */
  card: string;
  scheduleId: number | null;
  /** For a grant by calendar. */
  windows: readonly Times[];
  maxUses: number | string;
  note: string;
  fence: number | null;
  notify: readonly NotifyWay[];
};

/** The number of a card as it is printed or read, as locks compare it. */
export const plainCard = (typed: string): string => typed.replaceAll(/[\s:-]/g, '').toUpperCase();

const timesFrom = (begins: number): Times => ({ from: localTime(begins), to: localTime(begins + 2 * hourMs) });

/** The draft of a grant as the address begins it. */
export function useDraft() {
  const [params] = useSearchParams();
  const asked = params.get('mode');
  const mode = accessModes.find((one) => one === asked) ?? 'fulltime';
  const device = Number(params.get('device'));
  const times = timesFrom(Date.parse(params.get('from') ?? '') || Date.now());
  return useState<GrantDraft>(() => {
    const drawn = readWindows(params.get('windows')).map(({ from, to }) => ({
      from: localTime(Date.parse(from)),
      to: localTime(Date.parse(to)),
    }));
    return {
      ...times,
      mode,
      devices: device > 0 ? [device] : [],
      methods: methodsOf[mode].slice(0, 1),
      card: '',
      scheduleId: null,
      to: mayLast(mode) ? '' : times.to,
      windows: drawn.length > 0 ? drawn : [times],
      maxUses: 10,
      note: '',
      fence: null,
      notify: [],
    };
  });
}

/** What changes with the kind of access. */
export const withMode = (mode: AccessMode): Partial<GrantDraft> => ({
  mode,
  methods: methodsOf[mode].slice(0, 1),
  to: mayLast(mode) ? '' : localTime(Date.now() + 2 * hourMs),
});

const windowsOf = ({ windows }: GrantDraft) =>
  windows.flatMap((window) => {
    const [from, to] = [localInstant(window.from), localInstant(window.to)];
    return from && to ? [{ from, to }] : [];
  });

/** The body of the call that gives access. */
export function grantBody(draft: GrantDraft, holder: NewGrant['holder']): NewGrant {
  const { mode, devices, methods, card, scheduleId, maxUses, note } = draft;
  const [from, to] = [localInstant(draft.from), localInstant(draft.to)];
  return {
    mode,
    deviceIds: [...devices],
    methods: [...methods],
    ...(methods.includes('card') && card !== '' ? { card } : {}),
    ...(holder ? { holder } : {}),
    ...(mode === 'scheduled' && scheduleId !== null ? { scheduleId } : {}),
    ...(mode === 'calendar-mode'
      ? { windows: windowsOf(draft) }
      : { ...(from ? { from } : {}), ...(to ? { to } : {}) }),
    ...(mode === 'public-temporary' && typeof maxUses === 'number' ? { maxUses } : {}),
    ...(note === '' ? {} : { note }),
    ...(methods.includes('link') && draft.fence !== null ? { onlyInsideFence: draft.fence } : {}),
    ...(methods.includes('link') && holder && draft.notify.length > 0 ? { notify: [...draft.notify] } : {}),
  };
}
