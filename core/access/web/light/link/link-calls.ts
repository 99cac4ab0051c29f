import type { Opening, PublicLink } from '../../../common/public-link.ts';

/** What a call of a link came to: the answer, or the word of the refusal. */
type Outcome<Answer> = { answer: Answer } | { refused: string };

/** The refusal of a page that cannot reach the server. */
export const unreachable = 'unreachable';

async function call<Answer>(url: string, init?: RequestInit): Promise<Outcome<Answer>> {
  try {
    const reply = await fetch(url, { ...init, cache: 'no-store', referrerPolicy: 'no-referrer', credentials: 'omit' });
    const body = (await reply.json()) as { data: Answer; word: string };
    return reply.ok ? { answer: body.data } : { refused: body.word };
  } catch {
    // The network fails without a reply.
    return { refused: unreachable };
  }
}

export type PhonePosition = { lat: number; lng: number; accuracy: number };
const positionMs = 15_000;

/** Where the phone is; undefined if it does not know or its owner does not say. */
export const phonePosition = (): Promise<PhonePosition | undefined> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ lat: latitude, lng: longitude, accuracy }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: positionMs, maximumAge: 0 },
    );
  });

/** The calls of a link. `base` is their collection, such as `/api/app/access-token/public`. */
export function linkCalls(base: string, token: string) {
  const get = (wait: boolean) => call<PublicLink>(`${base}/${token}${wait ? '?wait=1' : ''}`);
  let ahead: Promise<Outcome<PublicLink>> | undefined;
  return {
    /** Begins the first reading while the texts of the page still load. */
    readAhead() {
      ahead = get(false);
    },
    read(wait = false) {
      const begun = wait ? undefined : ahead;
      ahead = undefined;
      return begun ?? get(wait);
    },
    open: (body: { key: string; pin?: string; waitSeconds?: number; position?: PhonePosition }) =>
      call<Opening>(`${base}/${token}/unlock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}
export type PublicLinkCalls = ReturnType<typeof linkCalls>;
