import type { AppManifest } from '../../common/define-app.ts';
import type { Kit } from '../kit.ts';
import { textOf } from '../locale-texts.ts';
import type { Mail, MailAttachment } from './mail.ts';

type Locale = 'en' | 'ar';

export type MailLink = { label: string; url: string };

export type MailParts = {
  recipient: string;
  locale: Locale;
  /** The app of the mail; the installation by default. */
  app?: AppManifest | undefined;
  subject: string;
  /** Paragraphs; line breaks within one are preserved. */
  text: readonly string[];
  /** Short lines below them, for instance counts and measurements. */
  lines?: readonly string[];
  button: MailLink;
  /** Further links below the button. */
  links?: readonly MailLink[];
  /** The reason for the mail, with the name of its sender. */
  why(brand: string): string;
  attachments?: readonly MailAttachment[] | undefined;
};

/** The name of the installation, or of an app, in mails. */
export const brandName = (
  { settings, apps }: Pick<Kit, 'settings' | 'apps'>,
  locale: Locale,
  app?: AppManifest,
): string =>
  app?.kind === 'solution'
    ? (textOf(app, locale, 'app') ?? app.brand)
    : (settings.brand?.name[locale] ?? apps[0]?.brand ?? '');

/** A name in a line of either direction: its own direction does not affect the surrounding text. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** For text messages, which such marks would make longer. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Legible on white, in case a mail program drops the brand colour. */
const ink = '#1f2933';
const dim = '#5f6b76';
const defaultColour = '#0f716b';
const font = "font-family:'Segoe UI',Tahoma,Arial,sans-serif";

/** The layout of all mails: text and HTML in the reader's language and direction. */
export function layoutMail(kit: Pick<Kit, 'settings' | 'apps'>, parts: MailParts): Mail {
  const { recipient, locale, subject, text, lines = [], button, links = [], attachments } = parts;
  const brand = brandName(kit, locale, parts.app);
  const why = parts.why(brand);
  const plain = [
    ...text,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    [button, ...links].map(({ label, url }) => `${label}: ${url}`).join('\n'),
    `--\n${why}`,
  ];
  return {
    recipient,
    subject,
    sender: brand,
    text: `${plain.join('\n\n')}\n`,
    html: page({ ...parts, lines, links, brand, why, colour: kit.settings.brand?.colour ?? defaultColour }),
    ...(attachments ? { attachments } : {}),
  };
}

const inHtml = (text: string) => escaped(text).replaceAll('\n', '<br>');

type Shown = Omit<MailParts, 'why' | 'app'> & {
  lines: readonly string[];
  links: readonly MailLink[];
  brand: string;
  why: string;
  colour: string;
};

/** Tables and inline styles, which all mail programs support. */
function page({ locale, subject, text, lines, button, links, brand, why, colour }: Shown): string {
  const [direction, side] = locale === 'ar' ? ['rtl', 'right'] : ['ltr', 'left'];
  const cell = (style: string, content: string) =>
    `<tr><td dir="${direction}" align="${side}" style="${font};color:${ink};${style}">${content}</td></tr>`;
  const url = escaped(button.url);
  const rows = [
    cell(`padding:20px 28px;background:${colour};color:#ffffff;font-size:18px;font-weight:bold`, escaped(brand)),
    cell('padding:28px 28px 4px;font-size:20px;line-height:1.4;font-weight:bold', escaped(subject)),
    ...text.map((one) => cell('padding:8px 28px;font-size:16px;line-height:1.6', inHtml(one))),
    ...(lines.length > 0
      ? [cell('padding:8px 28px;font-size:15px;line-height:1.7', lines.map(inHtml).join('<br>'))]
      : []),
    cell(
      'padding:16px 28px 28px',
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-radius:6px;background:${colour}"><a href="${url}" style="${font};display:inline-block;padding:12px 22px;color:#ffffff;font-size:16px;font-weight:bold;text-decoration:none">${escaped(button.label)}</a></td></tr></table>`,
    ),
    ...links.map((link) =>
      cell(
        'padding:0 28px 12px;font-size:15px;line-height:1.6',
        `<a href="${escaped(link.url)}" style="${font};color:${ink}">${escaped(link.label)}</a>`,
      ),
    ),
    cell(
      `padding:16px 28px 24px;border-top:1px solid #d9dee3;color:${dim};font-size:13px;line-height:1.6`,
      `${inHtml(why)}<br>${escaped(brand)}`,
    ),
  ];
  return `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head><body style="margin:0;padding:0;background:#f2f4f6"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff">${rows.join('')}</table></td></tr></table></body></html>`;
}
