import '@fontsource-variable/cairo';
import './paper.css';
import './print.css';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { type Language, type LocaleFiles, loadTexts, startI18n } from '../i18n/i18n.ts';

/** A document as the server has frozen it. */
export type PrintedDocument<Data = unknown> = { page: string; language: Language; title: string; data: Data };
/** Lays out the data of a document. */
export type PrintPage<Data = unknown> = ComponentType<{ document: PrintedDocument<Data> }> & {
  /** The slices whose texts it shows in addition to those of its own. */
  namespaces?: readonly string[];
};

type Options = {
  /** The pages by path; `core/billing/web/print/invoice.tsx` is the page `invoice` with the texts of `billing`. */
  pages: Record<string, () => Promise<unknown>>;
  locales: LocaleFiles;
};

/**
 * Renders the document of the key in the address and states the outcome as `data-render` of the root element: `ready`
 * or `error`. Without session, router and apps.
 */
export function startPrint(options: Options): void {
  draw(options).catch((error: unknown) => {
    console.error(error);
    document.documentElement.dataset.render = 'error';
  });
}

async function draw({ pages, locales }: Options): Promise<void> {
  const [companyId = '', secret = ''] = (new URLSearchParams(location.search).get('cacheKey') ?? '').split('.');
  // Nothing that is loaded later sees the key.
  history.replaceState(null, '', location.pathname);
  const reply = await fetch(`/api/company/${companyId}/report/parameter/temporary/${secret}`);
  if (!reply.ok) throw new Error(`the document was refused with ${reply.status}`);
  const { data: printed } = (await reply.json()) as { data: PrintedDocument };
  const [path, load] = Object.entries(pages).find(([path]) => path.endsWith(`/print/${printed.page}.tsx`)) ?? [];
  if (!path || !load) throw new Error(`there is no page "${printed.page}"`);
  await startI18n(locales, { language: printed.language, both: true });
  const [, namespace = ''] = /([^/]+)\/web\/print\//.exec(path) ?? [];
  await loadTexts([namespace]);
  const Page = (await load()) as PrintPage;
  await loadTexts(Page.namespaces ?? []);
  document.title = printed.title;
  const root = document.getElementById('root');
  if (!root) throw new Error('print.html has no element with the id "root"');
  await new Promise<void>((drawn, failed) => {
    createRoot(root, { onUncaughtError: (error) => failed(error) }).render(
      <Drawn page={Page} document={printed} onDrawn={drawn} />,
    );
  });
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
  document.documentElement.dataset.render = 'ready';
}

type DrawnProps = { page: PrintPage; document: PrintedDocument; onDrawn(): void };

function Drawn({ page: Page, document, onDrawn }: DrawnProps) {
  return (
    <div ref={(element) => (element ? onDrawn() : undefined)}>
      <Page document={document} />
    </div>
  );
}
