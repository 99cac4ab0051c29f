import { Button, FileButton, Group, Input } from '@mantine/core';
import { useEffect, useState } from 'react';
import { imageTypes } from '#platform/common/upload.ts';
import { Logo } from '#platform/web/ui/images/Logo.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';

/** What happens to the logo: a file replaces it, null removes it, undefined leaves it. */
export type LogoChange = File | null | undefined;

type Props = {
  name: string;
  /** The company whose stored logo is shown. */
  known?: { id: number; logoId: number | null };
  value?: LogoChange;
  onChange(value: LogoChange): void;
  error?: unknown;
};

/** Selects, previews and removes the logo of a company. */
export function LogoInput({ name, known, value, onChange, error }: Props) {
  const t = useText();
  const chosen = useFileAddress(value);
  const logoId = value === undefined ? (known?.logoId ?? null) : null;
  return (
    <Input.Wrapper label={t('fields.logo')} description={t('companies.logoHint')} error={error as string | undefined}>
      <Group mt="xs">
        {chosen ? (
          <Logo name={name} logo={{ isLocal: true, url: chosen }} />
        ) : (
          <Logo
            name={name}
            logo={
              known && logoId
                ? { isLocal: false, of: api.company.logo, params: { id: known.id }, version: logoId }
                : null
            }
          />
        )}
        <FileButton accept={imageTypes.join(',')} onChange={(file) => file && onChange(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {t('companies.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {(chosen || logoId) && (
          <Button variant="subtle" color="red" onClick={() => onChange(known?.logoId ? null : undefined)}>
            {t('companies.removeLogo')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function useFileAddress(file: LogoChange): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
