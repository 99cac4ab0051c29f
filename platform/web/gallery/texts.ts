import { textsOf } from '../i18n/texts.ts';
import type galleryTexts from './locales/en.json';

export const useGalleryText = textsOf<typeof galleryTexts>('gallery');
