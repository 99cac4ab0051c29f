import { sql } from 'kysely';
import { activeStaff, companyNamed, contactsOf, mailTypedAddress, mayMailRequest } from '#core/accounts/server/api.ts';
import { countryNamed } from '#core/countries/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { isLinkFree } from '#platform/common/text/plain-text.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import { bypassRls, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type QuoteRow, quoteRequestList, type quoteRequestRoutes } from '../../common/quote-request.ts';

type Asking = Context<typeof quoteRequestRoutes.ask>;
type Line = { nameEn: string; nameAr: string; sku: string; quantity: number };

const texts = {
  en: {
    asked: (number: string, name: string) => `Quote request ${number} from ${name}`,
    withLinks: 'The message contains links. Read it in the market.',
    answer: 'Answer by email to the address below.',
    open: 'Open the market',
    whyStaff: (brand: string) => `You are receiving this email because you handle the orders of ${brand}.`,
    received: (number: string) => `We have your request ${number}`,
    soon: 'We will send you our offer by email.',
    whyAsker: (brand: string) =>
      `You are receiving this email because this address was entered in a quote request at ${brand}.`,
  },
  ar: {
    asked: (number: string, name: string) => `طلب عرض السعر ${number} من ${name}`,
    withLinks: 'تحتوي الرسالة على روابط. اقرأها في المتجر.',
    answer: 'أجب بالبريد الإلكتروني على العنوان أدناه.',
    open: 'فتح المتجر',
    whyStaff: (brand: string) => `وصلتك هذه الرسالة لأنك تتولى الطلبات لدى ${brand}.`,
    received: (number: string) => `استلمنا طلب عرض السعر ${number}`,
    soon: 'سنرسل إليك عرضنا بالبريد الإلكتروني.',
    whyAsker: (brand: string) => `وصلتك هذه الرسالة لأن هذا العنوان أُدخل في طلب عرض سعر لدى ${brand}.`,
  },
};

/** The requested products, in the order of the request. */
async function linesOf(tx: Tx, lines: Asking['body']['lines']): Promise<Line[]> {
  const found = await sql<Line>`
    SELECT p.name_en, p.name_ar, p.sku, w.quantity
      FROM unnest(${lines.map(({ productId }) => productId)}::integer[], ${lines.map(({ quantity }) => quantity)}::integer[])
           WITH ORDINALITY AS w (id, quantity, position)
      JOIN market_product p ON p.id = w.id AND p.active ORDER BY w.position`.execute(tx);
  if (found.rows.length < lines.length) throw invalid('lines', 'invalid');
  return found.rows;
}

/** Links in a mail to the staff could lead anywhere, because anybody can write them. */
const isWithoutLinks = (message: string) => message.split(/\s+/u).every((word) => isLinkFree(word));

async function mailStaff(
  tx: Tx,
  kit: Kit,
  body: Asking['body'],
  lines: readonly Line[],
  number: string,
): Promise<void> {
  const staff = (await activeStaff(tx, null)).map(({ id }) => id);
  await sendNotice(tx, kit, {
    kind: 'order',
    people: await contactsOf(tx, staff),
    write: ({ locale }) => {
      const words = texts[locale];
      const company = isLinkFree(body.company) ? [body.company] : [];
      const facts = [
        ...[body.name, ...company].filter((fact) => fact !== '').map(isolated),
        body.email,
        isolated(body.phone),
      ];
      const ordered = lines.map(
        ({ nameEn, nameAr, sku, quantity }) =>
          `${quantity} × ${isolated(locale === 'ar' ? nameAr : nameEn)} (${isolated(sku)})`,
      );
      return {
        subject: words.asked(number, isolated(body.name)),
        text: [...(body.message ? [isWithoutLinks(body.message) ? body.message : words.withLinks] : []), words.answer],
        lines: [...facts, ...ordered],
        button: { label: words.open, url: `${kit.publicUrl}/core/orders/list?queue=quotes` },
        why: words.whyStaff,
      };
    },
  });
}

async function mailAsker(tx: Tx, kit: Kit, email: string, locale: 'en' | 'ar', number: string): Promise<void> {
  const words = texts[locale];
  await mailTypedAddress(
    tx,
    'quote',
    layoutMail(kit, {
      recipient: email,
      locale,
      subject: words.received(number),
      text: [words.soon],
      button: { label: words.open, url: `${kit.publicUrl}/core/market/main` },
      why: words.whyAsker,
    }),
  );
}

async function ask({ tx, kit, caller, body, locale }: Asking): Promise<{ number: string }> {
  const lines = await linesOf(tx, body.lines);
  const { number } = await tx
    .insertInto('marketQuote')
    .values({
      companyId: caller?.session.actingFor ?? null,
      name: body.name,
      email: body.email,
      phone: body.phone,
      company: body.company,
      countryId: body.countryId,
      message: body.message,
      lines: JSON.stringify(body.lines),
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  if (await mayMailRequest(tx, caller?.session.user.companyId ?? null)) {
    await mailStaff(tx, kit, body, lines, number);
    await mailAsker(tx, kit, body.email, locale, number);
  } else kit.log.warn({ number }, 'a quote request was not mailed, because there were too many today');
  return { number };
}

async function rowsOf(tx: Tx, ids: readonly number[], locale: 'en' | 'ar'): Promise<QuoteRow[]> {
  const name = sql.ref(locale === 'ar' ? 'p.name_ar' : 'p.name_en');
  const found = await sql<QuoteRow>`
    SELECT q.id, q.number, q.name, q.email, q.phone, q.company, q.message, q.state, q.created_at,
           CASE WHEN q.company_id IS NOT NULL THEN ${companyNamed('q.company_id')} END AS account,
           ${countryNamed(locale)('q.country_id')} AS country,
           (SELECT coalesce(jsonb_agg(w.line || jsonb_build_object('name', ${name}) ORDER BY w.position), '[]')
              FROM jsonb_array_elements(q.lines) WITH ORDINALITY AS w (line, position)
              JOIN market_product p ON p.id = (w.line ->> 'productId')::integer) AS lines
      FROM market_quote q WHERE q.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

async function list({ tx, actor, list: query, locale }: Context<typeof quoteRequestRoutes.list>) {
  const found = await findIds(tx, {
    table: 'market_quote',
    spec: quoteRequestList,
    query,
    scope: actor.scope,
    company: null,
  });
  return { data: await rowsOf(tx, found.ids, locale), totalRecords: found.totalRecords };
}

async function update({ tx, params, body, locale }: Context<typeof quoteRequestRoutes.update>): Promise<QuoteRow> {
  const changed = await tx
    .updateTable('marketQuote')
    .set({ state: body.state })
    .where('id', '=', params.id)
    .returning('id')
    .execute();
  if (changed.length === 0) throw refuse(404, 'not-found');
  return (await rowsOf(tx, [params.id], locale))[0] as QuoteRow;
}

export const quoteRequestHandlers: Handlers<typeof quoteRequestRoutes> = {
  // A visitor's transaction sees all rows already, that of a person who is signed in does not.
  ask: (context) => bypassRls(context.tx, context.caller?.scope ?? systemScope, () => ask(context)),
  list: (context) => bypassRls(context.tx, context.actor.scope, () => list(context)),
  update: (context) => bypassRls(context.tx, context.actor.scope, () => update(context)),
};
