import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { currentLanguage, type Language, languages } from '#platform/web/i18n/i18n.ts';
import { ltr } from '../companies/company-fields.ts';
import { useText } from '../text.ts';
import { useTypedChecks } from './use-typed-checks.ts';

type Person = {
  firstName: string;
  lastName: string;
  email: string;
  phone?: string | null;
  locale: Language;
  invited: boolean;
} | null;
type Input = { label: string; name: string; error?: ReactNode };
type Form = {
  field(name: 'firstName' | 'lastName' | 'email' | 'locale'): Input;
  values: { email?: unknown; phone?: unknown };
};
type Props = {
  form: Form;
  /** The person to change; null for a new one, who gets an invitation. */
  person: Person;
  /** People of companies have a phone as well. */
  phone?: Input;
  /** The country of national numbers. */
  countryId?: number | null | undefined;
  /** Further fields, shown before the language. */
  children: ReactNode;
};

/** The initial values of these fields. */
export const personDraft = (person: Person) => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  locale: person?.locale ?? currentLanguage(),
});

/** Name and contacts of a person. An address can be corrected until its invitation is accepted. */
export function PersonFields({ form, person, phone, countryId, children }: Props) {
  const t = useText();
  const typed = useTypedChecks(form.values, person, countryId);
  const email = form.field('email');
  const hint = person ? (person.invited ? t('staff.mendHint') : undefined) : t('staff.inviteHint');
  return (
    <>
      <TextInput {...form.field('firstName')} />
      <TextInput {...form.field('lastName')} />
      <TextInput
        {...email}
        {...typed.email(email.error)}
        type="email"
        disabled={person !== null && !person.invited}
        styles={ltr}
        {...(hint ? { description: hint } : {})}
      />
      {phone && <TextInput {...phone} {...typed.phone(phone.error)} type="tel" styles={ltr} />}
      {children}
      <Select
        {...form.field('locale')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: t(`values.locale.${value}`) }))}
      />
    </>
  );
}
