import { type APIRequestContext, expect } from '@playwright/test';
import { headersOf } from './journey-session.ts';

type ReceivedMail = { subject: string; text: string };

/** The newest mail to an address that contains a text; waits until it is written. */
export async function mailTo(request: APIRequestContext, recipient: string, contains = ''): Promise<ReceivedMail> {
  const headers = await headersOf(request, 'super');
  const find = async () => {
    const reply = await request.get('/api/development/outbox/mail', { headers, params: { recipient, limit: 20 } });
    const mails = (await reply.json()).data as ReceivedMail[];
    return mails.find(({ subject, text }) => `${subject}\n${text}`.includes(contains));
  };
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  return (await find()) as ReceivedMail;
}

/** The link in a mail, as an address of this site. */
export function linkIn({ text }: ReceivedMail): string {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  return link.pathname + link.search + link.hash;
}
