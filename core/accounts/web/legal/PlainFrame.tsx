import { Anchor, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Brand, useBrandName } from '#platform/web/shell/layout/Brand.tsx';
import { LanguageSwitch } from '#platform/web/shell/layout/LanguageSwitch.tsx';
import { useText } from '../text.ts';
import classes from './PlainFrame.module.css';

const pages = ['terms-and-conditions', 'data-policy', 'updates'] as const;

/** A page to read, open to everybody: brand, language, text, and the other pages like it. */
export function PlainFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const t = useText();
  const brand = useBrandName();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" className={classes.home}>
          <Brand />
        </Link>
        <LanguageSwitch />
      </header>
      <main className={classes.article}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" mb="md">
          {lead}
        </Text>
        {children}
        <nav className={classes.foot} aria-label={t('plain.others')}>
          {pages
            .filter((page) => pathname !== `/${page}`)
            .map((page) => (
              <Anchor key={page} component={Link} to={`/${page}`} size="sm">
                {t(`pages.${page}`)}
              </Anchor>
            ))}
        </nav>
      </main>
    </div>
  );
}

/** Headings and paragraphs. */
export function Sections({ items }: { items: readonly { title: string; text: string }[] }) {
  return items.map(({ title, text }) => (
    <section key={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text>{text}</Text>
    </section>
  ));
}
