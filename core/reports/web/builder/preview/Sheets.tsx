import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { directionOf } from '#platform/web/i18n/i18n.ts';
import '#platform/web/print/paper.css';
import type { ReportDocument } from '../../../common/document.ts';
import { formatPeriod } from '../../../common/format-cell.ts';
import { DocumentHead } from '../../document/DocumentHead.tsx';
import { DocumentRows } from '../../document/DocumentRows.tsx';
import { textIn } from '../../texts.ts';
import classes from './Preview.module.css';

type Language = 'en' | 'ar';

/** In millimetres, upright. */
const papers = { A4: [210, 297], A3: [297, 420], Letter: [215.9, 279.4] } as const;
const pixelsPerMm = 96 / 25.4;
/** The space between two sheets in millimetres. */
const gap = 6;

function sizeOf({ paper, landscape }: ReportDocument['layout']): { width: number; height: number } {
  const [short, long] = papers[paper];
  return landscape ? { width: long, height: short } : { width: short, height: long };
}

type Props = {
  document: ReportDocument;
  language: Language;
  /** In the size of the paper, instead of as small as there is room. */
  isFull: boolean;
  onPages(count: number): void;
  around(drawn: ReactNode, position: number): ReactNode;
};

/**
 * A report on sheets of paper. The browser divides it into columns of the size of a page, by the
 * same rules by which it prints.
 */
export function Sheets({ document, language, isFull, onPages, around }: Props) {
  const { ref: room, width: free } = useElementSize();
  const flow = useRef<HTMLDivElement>(null);
  const { width, height } = sizeOf(document.layout);
  const pages = usePages(flow, { height, onPages, content: [document, language] });
  const scale = free === 0 ? 0 : isFull ? 1 : Math.min(1, free / (width * pixelsPerMm));
  return (
    <div ref={room} className={classes.room}>
      <article
        className={`paper ${classes.sheets}`}
        lang={language}
        dir={directionOf(language)}
        style={
          {
            zoom: scale || undefined,
            visibility: scale === 0 ? 'hidden' : undefined,
            '--page-width': `${width}mm`,
            '--page-height': `${height}mm`,
            '--page-gap': `${gap}mm`,
          } as CSSProperties
        }
      >
        {Array.from({ length: pages }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets differ by their number alone
          <Sheet key={at} number={at + 1} of={pages} document={document} language={language} />
        ))}
        <div ref={flow} className={classes.flow}>
          <DocumentHead document={document} language={language} />
          <DocumentRows document={document} language={language} around={around} />
        </div>
      </article>
    </div>
  );
}

type SheetProps = Pick<Props, 'document' | 'language'> & { number: number; of: number };

/** A sheet with what is in its margins. */
function Sheet({ number, of, document, language }: SheetProps) {
  const t = textIn(language);
  const { company, name, layout } = document;
  return (
    <div className={classes.sheet} style={{ '--sheet': number - 1 } as CSSProperties}>
      <div className={classes.margin}>
        <span>{`${company} – ${name}`}</span>
        <bdi dir="ltr">{formatPeriod(document)}</bdi>
      </div>
      <div className={classes.margin}>
        <span>{layout.footer[language]}</span>
        <span>{`${t('document.page')} ${number} ${t('document.of')} ${of}`}</span>
      </div>
    </div>
  );
}

type Measured = { height: number; onPages(count: number): void; content: readonly unknown[] };

/** How many pages the content takes. */
function usePages(flow: RefObject<HTMLDivElement | null>, { height, onPages, content }: Measured): number {
  const [pages, setPages] = useState(1);
  const report = useRef(onPages);
  report.current = onPages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content changes the number of pages
  useLayoutEffect(() => {
    const element = flow.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const isStacked = style.getPropertyValue('--stacked').trim() === '1';
      const page = Number.parseFloat(isStacked ? style.getPropertyValue('column-height') : style.columnWidth);
      const between = Number.parseFloat(isStacked ? style.rowGap : style.columnGap);
      const length = isStacked ? element.offsetHeight : element.scrollWidth;
      const count = Math.max(1, Math.round((length + between) / (page + between)));
      setPages(count);
      report.current(count);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [flow, height, ...content]);
  return pages;
}
