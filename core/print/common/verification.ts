import { z } from 'zod';
import { page } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';

type Limits = { limitPerMinute: number };

/**
 * The call that compares a printed document with what is stored, for anyone who has the code on it. `{code}` is a UUID;
 * the handler refuses an unknown one with 404.
 */
export const verificationRoute = <Path extends `/${string}{code}`, Reply>(
  path: Path,
  reply: z.ZodType<Reply>,
  { limitPerMinute }: Limits = { limitPerMinute: 30 },
) =>
  route.get(path, {
    access: { public: 'the code on the printed document is the credential' },
    params: z.object({ code: z.uuid('invalid') }),
    reply,
    limitPerMinute,
  });

/** The route that gives a reply of this type. */
export type VerificationRoute<Reply> = ReturnType<typeof verificationRoute<`/${string}{code}`, Reply>>;

/** The page below this path that shows what the call returns. `texts`: the slice of its title if it is not the app. */
export const verificationPage = (path: string, texts?: { texts: string }) =>
  page(`${path}/{code}`, {
    access: { public: 'opened by whoever has a printed document' },
    layout: 'plain',
    ...texts,
  });

/** The address on the printed document. */
export const verificationAddress = (publicUrl: string, path: string, code: string): string =>
  `${publicUrl}${path}/${code}`;
