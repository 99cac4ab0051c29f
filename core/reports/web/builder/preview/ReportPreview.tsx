import { ActionIcon, Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { IconRefresh, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { loadTextsIn } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { api } from '../../api.ts';
import { useText } from '../../texts.ts';
import type { DraftSection } from '../draft.ts';
import type { BuilderState } from '../use-builder.ts';
import classes from './Preview.module.css';
import { previewDocument } from './preview-document.ts';
import { Sheets } from './Sheets.tsx';
import { isReadable, type Preview, usePreviews } from './use-previews.ts';

type Language = 'en' | 'ar';
type Props = { companyId: number; builder: BuilderState; catalogue: readonly OfferedSection[] };

/** The pages of the report with the data of its period, in either language. */
export function ReportPreview({ companyId, builder, catalogue }: Props) {
  const t = useText();
  const { language: own, zone } = useFormats();
  const { user, company } = useMe();
  const { draft, chosen } = builder;
  const [language, setLanguage] = useState<Language>(
    draft.language === 'en' || draft.language === 'ar' ? draft.language : own,
  );
  const [pages, setPages] = useState(1);
  const [isFull, setFull] = useState(false);
  const hasTexts = useTextsIn(language);
  const [now, setNow] = useState(() => new Date());
  const previews = usePreviews(companyId, draft);
  const by = `${user.firstName} ${user.lastName}`;
  const question = {
    draft,
    previews,
    catalogue,
    company: company?.name ?? '',
    by,
    zone,
    now,
    unnamed: t('builder.unnamed'),
  };
  return (
    <section className={classes.preview} aria-label={t('builder.preview.title')}>
      <Head language={language} onLanguage={setLanguage} pages={pages} onRefresh={() => setNow(new Date())}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-pressed={isFull}
          aria-label={t('builder.preview.full')}
          title={t('builder.preview.full')}
          onClick={() => setFull(!isFull)}
        >
          {isFull ? <IconZoomOut size={iconSizes.md} aria-hidden /> : <IconZoomIn size={iconSizes.md} aria-hidden />}
        </ActionIcon>
      </Head>
      {!isReadable(draft) ? (
        <Text c="dimmed" size="sm">
          {t('builder.preview.noPeriod')}
        </Text>
      ) : hasTexts ? (
        <Sheets
          document={previewDocument(question)}
          language={language}
          isFull={isFull}
          onPages={setPages}
          around={(drawn, position) => {
            const section = draft.sections[position];
            return section ? (
              <Shown
                section={section}
                language={language}
                preview={previews.get(section.key)}
                isChosen={chosen === section.key}
                onChoose={() => builder.choose(section.key)}
              >
                {drawn}
              </Shown>
            ) : (
              drawn
            );
          }}
        />
      ) : (
        <Skeleton className={classes.loading} aria-busy />
      )}
    </section>
  );
}

/** Whether the texts of documents have loaded in a language, which may be the other one than that of the page. */
function useTextsIn(language: Language): boolean {
  const [loaded, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    let isWanted = true;
    const done = () => isWanted && setLoaded(language);
    // A failure has been logged; the keys of the texts are better than no preview.
    loadTextsIn(language, 'reports').then(done, done);
    return () => {
      isWanted = false;
    };
  }, [language]);
  return loaded === language;
}

type HeadProps = {
  language: Language;
  onLanguage(language: Language): void;
  pages: number;
  onRefresh(): void;
  children: ReactNode;
};

function Head({ language, onLanguage, pages, onRefresh, children }: HeadProps) {
  const t = useText();
  const kit = useKitText();
  const client = useQueryClient();
  return (
    <Group gap="xs" className={classes.head}>
      <Title order={2} size="h3">
        {t('builder.preview.title')}
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {t('builder.preview.pages', { count: pages, shown: pages })}
      </Text>
      <Group gap="xs" ms="auto" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={t('builder.preview.language')}
          value={language}
          data={[
            { value: 'en', label: t('builder.languages.en') },
            { value: 'ar', label: t('builder.languages.ar') },
          ]}
          onChange={(next) => onLanguage(next === 'ar' ? 'ar' : 'en')}
        />
        {children}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={kit('actions.refresh')}
          title={kit('actions.refresh')}
          onClick={() => {
            onRefresh();
            void client.invalidateQueries({ queryKey: api.catalogue.preview.keyPrefix });
          }}
        >
          <IconRefresh size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}

/** A text that has not been written yet would take no room, and could not be chosen. */
const isBlank = (section: DraftSection, language: Language): section is TextSection =>
  (section.type === 'heading' || section.type === 'text') && section[language].trim() === '';
type TextSection = Extract<DraftSection, { type: 'heading' | 'text' }>;

type ShownProps = {
  section: DraftSection;
  language: Language;
  preview: Preview | undefined;
  isChosen: boolean;
  onChoose(): void;
  children: ReactNode;
};

/** A section on the page; a press chooses it in the list. While it is read, or if it cannot be, it says so. */
function Shown({ section, language, preview, isChosen, onChoose, children }: ShownProps) {
  const t = useText();
  const kit = useKitText();
  const isData = section.type === 'data';
  const waits = isData && (!preview || preview.pending);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same as choosing it in the list, which the keyboard reaches
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className={classes.shown} data-chosen={isChosen || undefined} onClick={onChoose}>
      {waits ? (
        <Skeleton h={90} aria-busy aria-label={t('builder.preview.reading')} />
      ) : preview?.failure ? (
        <div className={classes.failure} role="status">
          {children}
          <p>{preview.failure}</p>
          <Button
            size="compact-sm"
            variant="default"
            onClick={(event) => {
              event.stopPropagation();
              preview.retry();
            }}
          >
            {kit('actions.retry')}
          </Button>
        </div>
      ) : isBlank(section, language) ? (
        <p className={classes.blank}>{t(`builder.types.${section.type}`)}</p>
      ) : (
        children
      )}
    </div>
  );
}
