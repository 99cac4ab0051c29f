import { NativeSelect, Pagination } from '@mantine/core';
import { pageSizes } from '#platform/common/list.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import classes from './ListPage.module.css';

type Props = {
  page: number;
  size: number;
  total: number | undefined;
  /** A total above this is only known to be more. */
  countUpTo: number | undefined;
  shown: number;
  onPage(page: number): void;
  onSize(size: number): void;
};

/** The range of the rows, their total, and the buttons to turn pages. */
export function Paging({ page, size, total, countUpTo = Infinity, shown, onPage, onSize }: Props) {
  const t = useKitText();
  const phone = usePhone();
  const { number } = useFormats();
  if (!total) return null;
  const from = page * size + 1;
  const pages = Math.max(1, Math.ceil(total / size));
  return (
    <footer className={classes.paging}>
      <span role="status">
        {t(total > countUpTo ? 'list.rangeOfMore' : 'list.range', {
          from: number(from),
          to: number(page * size + shown),
          total: number(Math.min(total, countUpTo)),
        })}
      </span>
      {!phone && (
        <NativeSelect
          size="xs"
          aria-label={t('list.pageSize')}
          value={String(size)}
          data={pageSizes.limitOffset.options.map(String)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
      )}
      {pages > 1 && (
        <Pagination
          size="sm"
          className={classes.pages}
          value={page + 1}
          total={pages}
          siblings={phone ? 0 : 1}
          onChange={(value) => onPage(value - 1)}
          getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
          getItemProps={(value) => ({ 'aria-label': t('list.page', { page: value }) })}
        />
      )}
    </footer>
  );
}
