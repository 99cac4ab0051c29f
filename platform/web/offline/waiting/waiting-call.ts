import { keptFiles } from '#platform/common/offline/kept-files.ts';

/** A file of a waiting call. Its bytes are stored apart from the calls, under its id. */
export type WaitingFile = { id: string; name: string; type: string; size: number };
/** A field of a form. */
type WaitingField = { field: string; value: string } | { field: string; file: WaitingFile };

/** A change that could not reach the server. It is kept until it is sent, or discarded by the person. */
export type WaitingCall = {
  /** The idempotency key of every attempt: after a lost reply the server repeats it and changes nothing. */
  key: string;
  /** The id of the person whose change it is, and of the customer for whom it was made. */
  person: number;
  customer: number | null;
  app: string;
  /** `device.install` */
  name: string;
  method: string;
  /** Below `/api`. */
  path: string;
  query: string;
  body: unknown;
  /** The fields of a form, which is sent instead of `body`. */
  form?: readonly WaitingField[];
  /** The action and the name of the record, as the person reads them. */
  title: string;
  record: string;
  /** The record, in the form `alarm/12`; several are separated by spaces. */
  of: string;
  /** In ms since 1970: when the change was made, and until when it is sent without asking again. */
  at: number;
  expiresAt: number;
  /** How many attempts the server answered with a server error. */
  failures: number;
  /** Why the server refused it, in the person's language; null before. */
  refusal: string | null;
};

export type WaitingState = 'waiting' | 'refused' | 'expired';

/** Two long visits: of each sixty findings, thirty photos and what surrounds them. The list is read before each call. */
export const maxWaitingCalls = 200;
export const maxWaitingMs = 7 * 24 * 3_600_000;

export const waitingStateOf = ({ refusal, expiresAt }: WaitingCall, now = Date.now()): WaitingState =>
  refusal !== null ? 'refused' : now > expiresAt ? 'expired' : 'waiting';

export const filesOf = ({ form = [] }: Pick<WaitingCall, 'form'>): WaitingFile[] =>
  form.flatMap((one) => ('file' in one ? one.file : []));

/** The size of the files of calls, in bytes. */
export const bytesOf = (calls: readonly WaitingCall[]): number =>
  calls.flatMap(filesOf).reduce((sum, { size }) => sum + size, 0);

/** How many more bytes of files a person may keep. */
export const spaceLeft = (calls: readonly WaitingCall[]): number => Math.max(0, keptFiles.bytes - bytesOf(calls));

/** Why a call cannot be kept; `waiting.cannotKeep.<reason>` explains it. */
export type KeepFault =
  | { reason: 'tooMany'; count: number }
  | { reason: 'tooManyFiles'; count: number }
  | { reason: 'fileTooLarge'; bytes: number }
  | { reason: 'full'; left: number; needed: number };

export class CannotKeep extends Error {
  readonly fault: KeepFault;
  constructor(fault: KeepFault) {
    super(`A change could not be kept: ${fault.reason}`);
    this.fault = fault;
  }
}

/** Throws `CannotKeep` if the call does not fit next to those that the person keeps already. */
export function assertFits(call: WaitingCall, kept: readonly WaitingCall[]): void {
  const files = filesOf(call);
  if (kept.length >= maxWaitingCalls) throw new CannotKeep({ reason: 'tooMany', count: maxWaitingCalls });
  if (files.length > keptFiles.perChange) throw new CannotKeep({ reason: 'tooManyFiles', count: keptFiles.perChange });
  if (files.some(({ size }) => size > keptFiles.bytesEach))
    throw new CannotKeep({ reason: 'fileTooLarge', bytes: keptFiles.bytesEach });
  const [left, needed] = [spaceLeft(kept), bytesOf([call])];
  if (needed > left) throw new CannotKeep({ reason: 'full', left, needed });
}

/** The call with the files of a form, and their contents by the ids under which they are stored. */
export function withForm(call: WaitingCall, form: FormData): { call: WaitingCall; files: Map<string, File> } {
  const files = new Map<string, File>();
  const fields = [...form].map(([field, value], position): WaitingField => {
    if (typeof value === 'string') return { field, value };
    const id = `${call.key}/${position}`;
    files.set(id, value);
    return { field, file: { id, name: value.name, type: value.type, size: value.size } };
  });
  return { call: { ...call, body: null, form: fields }, files };
}

/** The form again; null if the browser has lost a file. */
export function formFrom(fields: readonly WaitingField[], bytes: ReadonlyMap<string, ArrayBuffer>): FormData | null {
  const form = new FormData();
  for (const one of fields) {
    if ('value' in one) form.append(one.field, one.value);
    else {
      const found = bytes.get(one.file.id);
      if (!found) return null;
      form.append(one.field, new File([found], one.file.name, { type: one.file.type }));
    }
  }
  return form;
}
