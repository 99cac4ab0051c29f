import { Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './StoredImage.module.css';

type Props<R extends AnyRoute> = {
  /** The call that returns the image. */
  of: Endpoint<R>;
  params?: Args<R>['params'];
  /** Changes with the image, so that the previous one is not shown. */
  version: string | number;
  /** The alternative text; empty for a decorative image. */
  alt: string;
  /** The aspect ratio, which reserves the space while the image loads. */
  ratio?: number;
};

/** An image behind authentication: an `<img>` sends no token, so the image is fetched and shown from memory. */
export function StoredImage<R extends AnyRoute>({ of, params, version, alt, ratio }: Props<R>) {
  const t = useKitText();
  const args = params === undefined ? {} : { params };
  const image = useQuery({
    // Not below the key prefix of its set: a change of the record does not change the image.
    queryKey: ['stored-image', ...of.key(args), version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await of.open({ ...args, signal })).blob(),
  });
  const url = useObjectUrl(image.data);
  const style = ratio ? { aspectRatio: ratio } : undefined;
  if (image.isError)
    return (
      <span className={classes.missing} style={style} role="img" aria-label={t('image.failed')}>
        <IconPhotoOff size={iconSizes.lg} aria-hidden />
        <span aria-hidden>{t('image.failed')}</span>
      </span>
    );
  if (!url) return <Skeleton className={classes.image} style={style} />;
  return <img className={classes.image} style={style} src={url} alt={alt} draggable={false} />;
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
