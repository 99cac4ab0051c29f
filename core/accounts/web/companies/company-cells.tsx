import type { CompanyType } from '#platform/common/company-kinds.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Relation } from '../../common/company.ts';
import { useText } from '../text.ts';

/** The kind of a company in the person's language. */
export function TypeName({ value }: { value: CompanyType }) {
  return <>{useKitText()(`companyTypes.${value}`)}</>;
}

/** Active, or suspended, for a company as well as for a contract. */
export const ContractChip = ({ value }: { value: 'Active' | 'Inactive' | null | undefined }) => (
  <StatusChip value={value} field="contractStatus" namespace="accounts" />
);

/** The role of the other company for the person's own, with the state of the contract. */
export function RelationCell({ value }: { value: Relation | null }) {
  const t = useText();
  if (!value) return <>–</>;
  return (
    <>
      {t(`values.side.${value.side}`)} <ContractChip value={value.contractStatus} />
    </>
  );
}

/** From when to when a contract runs. */
export function PeriodText({ from, to }: { from: string | null; to: string | null }) {
  const t = useText();
  const { date } = useFormats();
  if (!from && !to) return <>{t('contract.unlimited')}</>;
  if (!to) return <>{t('contract.since', { date: date(from, 'date') })}</>;
  if (!from) return <>{t('contract.until', { date: date(to, 'date') })}</>;
  return (
    <Bdi>
      {date(from, 'date')} – {date(to, 'date')}
    </Bdi>
  );
}
