/** What a device of each solution is called in the demo. */
export const nouns: Readonly<Record<number, { en: string; ar: string }>> = {
  1: { en: 'Water quality', ar: 'جودة المياه' },
  2: { en: 'Roof tank', ar: 'خزان السطح' },
  3: { en: 'Riser', ar: 'الأنبوب الصاعد' },
  4: { en: 'Lobby air', ar: 'هواء البهو' },
  5: { en: 'Yard air', ar: 'هواء الفناء' },
  6: { en: 'Kitchen gas', ar: 'غاز المطبخ' },
  7: { en: 'Gas meter', ar: 'عداد الغاز' },
  8: { en: 'Water meter', ar: 'عداد المياه' },
  9: { en: 'Chiller', ar: 'المبرد' },
  10: { en: 'Main valve', ar: 'الصمام الرئيسي' },
  17: { en: 'Power meter', ar: 'عداد الكهرباء' },
  18: { en: 'Cold room probe', ar: 'مجس غرفة التبريد' },
};
