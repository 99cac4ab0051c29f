import type { Kit } from '#platform/server/kit.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import { reports } from '../../app.ts';
import type { ReportDocument } from '../../common/document.ts';
import { formatCell, formatPeriod } from '../../common/format-cell.ts';
import type { ReportFormat } from '../../common/report.ts';

const [mostTiles, longestSubject] = [6, 120];

type Mailed = {
  id: number;
  document: ReportDocument;
  incomplete: boolean;
  attached: readonly { fileId: number; format: ReportFormat; language: string }[];
};

type Reader = { email: string; locale: 'en' | 'ar' };

/** The first figures of the report as lines of text. */
function figures({ rows, zone }: ReportDocument, language: Reader['locale']): string[] {
  const tiles = rows.flat().flatMap(({ part }) =>
    part.type === 'data' && part.draw === 'tiles' && part.rows[0]
      ? part.columns.map((column, at) => {
          const value = formatCell(part.rows[0]?.[at] ?? null, column, { language, zone });
          return `${column.title[language]}: ${isolated(value)}`;
        })
      : [],
  );
  return tiles.slice(0, mostTiles);
}

/** The mail with a report for one reader. Its subject names the period of the run. */
export function reportMail(kit: Kit, { id, document, incomplete, attached }: Mailed, reader: Reader): Mail {
  const { email, locale } = reader;
  const t = (key: string) => textOf(reports, locale, key) ?? key;
  const period = formatPeriod(document);
  const isEmpty = document.rows.flat().every(({ part }) => part.type !== 'data' || part.rows.length === 0);
  return layoutMail(kit, {
    recipient: email,
    locale,
    subject: `${document.name}: ${period}`.slice(0, longestSubject),
    text: [
      document.name,
      isolated(period),
      ...(incomplete ? [t('mail.incomplete')] : []),
      ...(isEmpty ? [t('mail.empty')] : []),
      ...(attached.length === 0 ? [t('mail.tooLarge')] : []),
    ],
    lines: figures(document, locale),
    button: { label: t('mail.open'), url: `${kit.publicUrl}${reports.web}/run/${id}` },
    why: (brand) => t('mail.why').replace('{{name}}', document.name).replace('{{brand}}', brand),
    ...(attached.length > 0 && {
      attachments: attached.map(({ fileId, format }) => ({ fileId, name: `${document.name}.${format}` })),
    }),
  });
}
